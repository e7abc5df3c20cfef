// One item in full: pictures with boxes, crops, prompt, conversation, reply and verdict.

const dialog = document.getElementById("detail");
let opened = -1;

/** Open a row's details; the table stays where it is. */
async function openRow(row) {
  current = row;
  opened = row;
  change({ item: cells.key[row] });
  mark();
  dialog.replaceChildren(bar(row), el("p", { class: "two" }, "Reading …"));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  let parts;
  try {
    parts = columns(row, await details(row));
  } catch (problem) {
    parts = [el("div", {}, ...thumbnailsOf(row), el("p", { class: "note" }, problem.message)), el("div", {}, heading("Verdict"), facts(shortFacts(row)))];
  }
  if (opened === row) dialog.replaceChildren(bar(row), el("div", { class: "two" }, ...parts));
}

function closeRow() {
  opened = -1;
  if (dialog.open) dialog.close();
  if (state.item) change({ item: "" });
}

function bar(row) {
  const place = rows.indexOf(row);
  const step = (label, steps) => el("button", { type: "button", disabled: neighbour(steps) === null, onclick: () => stepTo(steps) }, label);
  return el(
    "div",
    { class: "bar" },
    el("h2", { id: "detail-title" }, caseOf(row)),
    outcomeMark(word("outcome", row)),
    el("span", { class: "aside" }, place < 0 ? "not among the filtered items" : `${counted(place + 1)} of ${counted(rows.length)}`),
    el("span", { class: "buttons" }, step("‹ k", -1), step("j ›", 1), el("button", { type: "button", autofocus: true, onclick: closeRow }, "close")),
  );
}

function stepTo(steps) {
  const row = neighbour(steps);
  if (row === null) return;
  goTo(row);
  if (dialog.open) openRow(row);
}

function columns(row, detail) {
  const left = el("div", {}, ...pictures(row, detail), ...crops(row, detail), ...prompt(detail));
  const right = el("div", {}, heading("Verdict"), facts(verdictFacts(row, detail)), ...reply(detail), ...conversation(row, detail), ...smallPrint(detail));
  return [left, right];
}

const heading = (text) => el("h3", {}, text);

function pictures(row, detail) {
  const note = el("p", { class: "note", hidden: true }, "The large pictures are in assets/, which is not beside this page; what is shown is a thumbnail.");
  const missing = () => note.removeAttribute("hidden");
  const figures = detail.pictures.map((each, index) => {
    const [width, height] = each.size;
    const hash = each.sha256 ? `, sha256 ${each.sha256.slice(0, 16)}` : "";
    const where = el("figcaption", {}, `${each.name}, ${width} × ${height} px: ${each.folder ?? ""}${each.path}${hash}`);
    const problem = each.problem ? el("p", { class: "note" }, `Not drawn: ${each.problem}.`) : null;
    return el("figure", {}, picture({ source: each.view, fallback: thumbnail(row, index), frame: [0, 0, width, height], boxes: boxesOn(detail, index), alt: `${each.name} of ${caseOf(row)}`, missing }), where, problem);
  });
  const nothing = detail.pictures.some((each, index) => !each.view && thumbnail(row, index) === null && !each.problem);
  const leftOut = nothing ? el("p", { class: "note" }, "There was no room or no time for this picture. gazecheck report RUN draws what is missing.") : null;
  const shows = boxesOn(detail, 0).length > 0;
  return [heading(figures.length > 1 ? "Pictures" : "Picture"), ...(shows ? [switches()] : []), note, ...figures, leftOut].filter(Boolean);
}

function boxesOn(detail, index) {
  const gold = index === 0 ? (detail.gold ?? []).map((box, at) => ({ kind: "gold", box, label: detail.gold.length > 1 ? `gold ${at + 1}` : "gold" })) : [];
  const calls = (detail.calls ?? []).filter((call) => call.image === index);
  const asked = calls.filter((call) => call.requested).map((call) => ({ kind: "asked", box: call.requested, label: `turn ${call.turn} asked` }));
  const shown = calls.filter((call) => call.shown).map((call) => ({ kind: "shown", box: call.shown, label: `turn ${call.turn}` }));
  return [...gold, ...asked, ...shown];
}

function switches() {
  const one = (kind, label) => {
    const box = el("input", { type: "checkbox", checked: !dialog.classList.contains(`no-${kind}`), onchange: () => dialog.classList.toggle(`no-${kind}`, !box.checked) });
    return el("label", { class: kind }, box, ` ${label}`);
  };
  return el("p", { class: "switches" }, one("gold", "gold"), one("shown", "shown to the model"), one("asked", "asked for"));
}

function crops(row, detail) {
  const made = (detail.calls ?? []).filter((call) => call.region);
  if (!made.length) return [];
  return [heading("Crops"), el("div", { class: "crops" }, ...made.map((call) => cropFigure(row, detail, call)))];
}

function cropFigure(row, detail, call) {
  const [left, top, right, bottom] = call.region;
  const gold = call.image === 0 ? (detail.gold ?? []).map((box) => ({ kind: "gold", box, label: "gold" })) : [];
  const visible = gold.filter(({ box }) => box[0] < right && box[2] > left && box[1] < bottom && box[3] > top);
  const sent = (detail.sent ?? []).find((each) => each.name === call.name);
  const words = [`turn ${call.turn}`, call.name ?? "never seen by the model", `${right - left} × ${bottom - top} px`];
  if (sent) words.push(`sent as ${sent.width_px} × ${sent.height_px}`);
  const caption = el("figcaption", {}, words.join(", "));
  const missing = () => caption.append(" (the picture is in assets/, not beside this page)");
  if (!call.crop) return el("figure", {}, el("p", { class: "aside" }, "not drawn"), caption);
  return el("figure", {}, picture({ source: call.crop, fallback: null, frame: call.region, boxes: visible, alt: `crop of turn ${call.turn}`, missing }), caption);
}

function prompt(detail) {
  return [heading("Prompt"), el("div", { class: "said" }, detail.prompt)];
}

function reply(detail) {
  if (!detail.reply) return [];
  const [before, used, after] = detail.reply;
  const text = el("div", { class: "said", id: "reply" }, before, used ? el("mark", { title: "what the answer was read from" }, used) : "", after);
  const empty = !before && !used && !after;
  return [heading("Reply"), empty ? el("p", { class: "aside" }, "empty") : text];
}

function conversation(row, detail) {
  const messages = detail.messages ?? [];
  if (messages.length < 2 && !messages.some((each) => each.reasoning)) return [];
  let turn = 0;
  const parts = messages.map((message) => {
    if (message.role === "assistant") turn += 1;
    return turnOf(row, detail, message, turn);
  });
  if (detail.messages_cut) parts.push(el("p", { class: "aside" }, `${detail.messages_cut} more messages are in the record.`));
  return [heading("Conversation"), ...parts];
}

function turnOf(row, detail, message, turn) {
  const speaks = message.role === "assistant";
  const calls = speaks ? (detail.calls ?? []).filter((call) => call.turn === turn) : [];
  const thought = message.reasoning ? el("details", {}, el("summary", {}, "hidden reasoning (never answers)"), el("div", { class: "said" }, message.reasoning)) : null;
  return el(
    "div",
    { class: `turn ${message.role}` },
    el("p", {}, speaks ? `assistant, turn ${turn}` : message.role),
    thought,
    message.text ? el("div", { class: "said" }, message.text) : null,
    ...message.images.map((name) => pictureNamed(row, detail, name)),
    ...calls.map(callLine),
  );
}

function pictureNamed(row, detail, name) {
  const index = detail.pictures.findIndex((each) => each.name === name);
  const crop = (detail.calls ?? []).find((call) => call.name === name);
  const source = index >= 0 ? thumbnail(row, index) : crop?.crop;
  return source ? el("img", { src: source, alt: name, title: name }) : el("span", { class: "aside" }, `[${name}] `);
}

function callLine(call) {
  const numbers = (box) => (isBox(box) ? `[${box.map((edge) => Math.round(edge * 10) / 10).join(", ")}]` : "none");
  const parts = [`${call.tool} on ${call.source === "original" ? `image ${call.image + 1}` : call.source}`];
  if (call.written) parts.push(`wrote ${numbers(call.written)}`);
  if (call.shown) parts.push(`shown ${numbers(call.shown)}`);
  if (call.error) parts.push(`failed (${spaced(call.error_code)}): ${call.error}`);
  else if (!call.observed) parts.push("never seen by the model");
  if (call.note) parts.push(call.note);
  return el("p", { class: `call ${call.error ? "failed" : ""}` }, `→ ${parts.join("; ")}`);
}

function shortFacts(row) {
  return [
    ["expected", cells.expected[row]],
    ["answer", cells.extracted[row]],
    ["strict, official", `${dash(cells.strict[row])}, ${dash(cells.official[row])}`],
    ["read by", word("rule", row)],
    ["quadrant", word("quadrant", row)],
    ["against baseline", word("change", row)],
  ].filter(([, value]) => value !== null);
}

function verdictFacts(row, detail) {
  const { verdict, grounding } = detail;
  const read = verdict.extraction;
  const why = [spaced(verdict.outcome), verdict.reason && spaced(verdict.reason), detail.error].filter(Boolean).join(": ");
  const found = shortFacts(row);
  found[0][1] = detail.expected;
  found.push(["why", why]);
  if (read?.rejected?.length) found.push(["seen, not taken", read.rejected.join(" | ")]);
  const marks = [...verdict.flags, ...(read?.flags ?? []), ...(detail.flags ?? [])];
  if (marks.length) found.push(["marks", [...new Set(marks)].map(spaced).join(", ")]);
  if (grounding) found.push(["grounding", groundingWords(grounding)]);
  return found;
}

function groundingWords(grounding) {
  const zooms = grounding.calls === 1 ? "1 zoom" : `${grounding.calls} zooms`;
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  if (!grounding.calls) return "no zoom was invoked";
  if (!grounding.any) return `${zooms}, no crop was seen (${grounding.failed} failed, ${grounding.unobserved} beside the answer)`;
  const { coverage, concentration } = grounding.any;
  return `best crop: coverage ${percent(coverage)}, concentration ${percent(concentration)}, ${percent(grounding.crop_area_share)} of the image; ${zooms}, ${grounding.failed} failed`;
}

function smallPrint(detail) {
  const found = Object.entries(detail.meta).filter(([, value]) => value !== null && value !== "");
  if (detail.usage) found.push(["tokens", `${dash(detail.usage.prompt_tokens)} prompt, ${dash(detail.usage.completion_tokens)} completion, ${dash(detail.usage.reasoning_tokens)} reasoning`]);
  if (detail.latency_s !== undefined) found.push(["latency", `${detail.latency_s.toFixed(2)} s, ${detail.attempts} requests`], ["finish", dash(detail.finish_reason)]);
  if (detail.server?.some(Boolean)) found.push(["server", detail.server.filter(Boolean).join(" ")]);
  for (const each of detail.sent ?? []) found.push([each.name, `${each.width_px} × ${each.height_px}, ${each.mime}, ${counted(each.size_bytes)} bytes${each.reencoded ? `; ${each.reencoded}` : ""}`]);
  return [el("details", {}, el("summary", {}, "small print"), facts(found))];
}

function facts(pairs) {
  return el("dl", { class: "facts tight" }, ...pairs.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, dash(value)))));
}

function thumbnailsOf(row) {
  const source = thumbnail(row);
  return source ? [el("img", { src: source, alt: "" })] : [];
}
