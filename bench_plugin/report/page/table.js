// The table of items, a page at a time, with its filter form and pager.

const PAGE_ROWS = 50;
const body = document.querySelector("#rows tbody");
const form = document.getElementById("filters");
const presets = document.getElementById("presets");
const pager = document.getElementById("pager");
let rows = [];
let current = -1;

function pages() {
  return Math.max(1, Math.ceil(rows.length / PAGE_ROWS));
}

function pageNumber() {
  return Math.min(pages(), Math.max(1, Number.parseInt(state.page, 10) || 1));
}

/** Draw everything that the state decides. */
function show() {
  rows = matching();
  const first = (pageNumber() - 1) * PAGE_ROWS;
  const visible = rows.slice(first, first + PAGE_ROWS);
  body.replaceChildren(...visible.map(tableRow));
  if (!rows.length) body.append(el("tr", {}, el("td", { colspan: 13 }, "No item matches.")));
  const some = rows.length > PAGE_ROWS ? `, ${first + 1} to ${first + visible.length} shown` : "";
  document.getElementById("count").textContent = `${counted(rows.length)} of ${counted(rowCount)} items${some}`;
  showForm();
  showPager();
  mark();
}

function tableRow(row) {
  const outcome = word("outcome", row);
  const source = thumbnail(row);
  const number = (name, kind) => el("td", { class: `number ${kind}` }, counted(cells[name][row]));
  const clip = (text) => el("td", {}, el("span", { class: "clip" }, dash(text)));
  return el(
    "tr",
    { "data-row": row, onclick: () => openRow(row) },
    el("td", { class: "pic" }, source ? el("img", { src: source, alt: "", decoding: "async" }) : null),
    el("th", { scope: "row" }, el("a", { href: fragmentOf({ ...state, item: cells.key[row] }), onclick: (event) => event.preventDefault() }, caseOf(row)), small(cells.label[row])),
    el("td", { class: "task" }, dash(word("task", row))),
    el("td", {}, outcomeMark(outcome), small(spaced(word("reason", row)).replace(/^-$/, ""))),
    el("td", { class: "more" }, dash(word("quadrant", row))),
    number("strict", "more"),
    number("official", "more"),
    clip(cells.expected[row]),
    clip(cells.extracted[row]),
    el("td", { class: "most" }, dash(word("rule", row))),
    number("calls", "most"),
    number("tokens", "most"),
    number("seconds", "most"),
  );
}

function caseOf(row) {
  return cells.key[row].slice(cells.key[row].indexOf("/") + 1);
}

function small(text) {
  return text ? el("small", { class: "clip" }, text) : null;
}

function outcomeMark(outcome) {
  return el("span", { class: `outcome ${outcome ?? ""}` }, spaced(outcome));
}

function showForm() {
  for (const control of form.elements) if (control.name) control.value = state[control.name];
  for (const button of presets.children) {
    const wanted = { ...EMPTY, ...PRESETS[button.textContent] };
    const pressed = Object.keys(EMPTY).every((name) => ["sort", "page", "item"].includes(name) || state[name] === wanted[name]);
    button.setAttribute("aria-pressed", String(pressed));
  }
  for (const head of document.querySelectorAll("#rows [data-sort]")) {
    const name = head.dataset.sort;
    const order = { [name]: "ascending", [`-${name}`]: "descending" }[state.sort];
    if (order) head.setAttribute("aria-sort", order);
    else head.removeAttribute("aria-sort");
    head.querySelector("button").textContent = head.dataset.title + ({ ascending: " ↑", descending: " ↓" }[order] ?? "");
  }
}

function showPager() {
  const page = pageNumber();
  const go = (label, target) => el("button", { type: "button", disabled: target < 1 || target > pages() || target === page, onclick: () => change({ page: String(target) }) }, label);
  pager.replaceChildren(go("« first", 1), go("‹ previous", page - 1), el("span", {}, `page ${page} of ${pages()}`), go("next ›", page + 1), go("last »", pages()));
  pager.hidden = pages() === 1;
}

/** Mark the current row; -1 marks none. */
function mark() {
  for (const line of body.children) line.classList.toggle("current", Number(line.dataset.row) === current);
}

/** The row that many places after the current one among those that match, null at either end. */
function neighbour(steps) {
  const place = rows.indexOf(current);
  if (place < 0) return rows[0] ?? null;
  return rows[place + steps] ?? null;
}

/** Make a row the current one and turn to its page. */
function goTo(row) {
  current = row;
  const page = Math.floor(rows.indexOf(row) / PAGE_ROWS) + 1;
  if (page !== pageNumber()) change({ page: String(page) });
  mark();
  body.querySelector(`[data-row="${row}"]`)?.scrollIntoView({ block: "nearest" });
}

function makeForm() {
  const choices = document.getElementById("choices");
  for (const [name, label] of Object.entries(CHOICES)) {
    const counts = lists[name].map(() => 0);
    for (const number of cells[name]) if (number >= 0) counts[number] += 1;
    if (lists[name].length < 2) continue;
    const options = lists[name].map((each, number) => el("option", { value: each }, `${spaced(each)} (${counts[number]})`));
    choices.append(el("label", {}, label, el("select", { name }, el("option", { value: "" }, "any"), ...options)));
  }
  const passed = el("select", { name: "passed" }, el("option", { value: "" }, "any"), el("option", { value: "yes" }, "yes"), el("option", { value: "no" }, "no"));
  choices.append(el("label", {}, "passed", passed));
  for (const [label, wanted] of Object.entries(PRESETS)) {
    const possible = Object.entries(wanted).every(([name, value]) => name === "passed" || lists[name].includes(value));
    if (possible) presets.append(el("button", { type: "button", onclick: () => change({ ...EMPTY, sort: state.sort, ...wanted }) }, label));
  }
  for (const head of document.querySelectorAll("#rows [data-sort]")) {
    head.dataset.title = head.textContent;
    const name = head.dataset.sort;
    const next = () => ({ "": name, [name]: `-${name}`, [`-${name}`]: "" })[state.sort] ?? name;
    head.replaceChildren(el("button", { type: "button", onclick: () => change({ sort: next(), page: "1" }) }, head.dataset.title));
  }
}
