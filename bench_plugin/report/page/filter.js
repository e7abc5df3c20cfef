// Which rows are shown, in which order. The state is in the address, so a link shows the same rows.

const CHOICES = { benchmark: "benchmark", task: "task", split: "split", scenario: "scenario", outcome: "outcome", reason: "reason", quadrant: "quadrant", rule: "read by", change: "change" };
const PRESETS = {
  "all": {},
  "failures": { passed: "no" },
  "wrong answer, right region": { quadrant: "G+A-" },
  "right answer, wrong region": { quadrant: "G-A+" },
  "fixed": { change: "fixed" },
  "broken": { change: "broken" },
};
const EMPTY = { q: "", passed: "", sort: "", page: "1", item: "", ...Object.fromEntries(Object.keys(CHOICES).map((name) => [name, ""])) };
let state = { ...EMPTY };
let haystacks = null;

/** The state in an address; null for one that only names a place on the page, such as #items. */
function stateIn(fragment) {
  if (!fragment.includes("=")) return fragment.length > 1 ? null : { ...EMPTY };
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const found = { ...EMPTY };
  for (const name of Object.keys(EMPTY)) if (given.has(name)) found[name] = given.get(name);
  return found;
}

function fragmentOf(wanted) {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted)) if (value !== EMPTY[name]) said.set(name, value);
  return `#${said}`;
}

/** Rows that match, in order. */
function matching() {
  const tests = [];
  for (const name of Object.keys(CHOICES)) {
    if (!state[name]) continue;
    const number = lists[name].indexOf(state[name]);
    const column = cells[name];
    tests.push((row) => number >= 0 && column[row] === number);
  }
  if (state.passed) tests.push((row) => (cells.passed[row] === true) === (state.passed === "yes"));
  const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length) {
    haystacks ??= cells.key.map((key, row) => [key, cells.label[row], cells.expected[row], cells.extracted[row]].join("\n").toLowerCase());
    tests.push((row) => words.every((each) => haystacks[row].includes(each)));
  }
  const rows = [];
  for (let row = 0; row < rowCount; row += 1) if (tests.every((test) => test(row))) rows.push(row);
  return sorted(rows);
}

function sorted(rows) {
  if (!state.sort) return rows;
  const down = state.sort.startsWith("-");
  const name = state.sort.replace(/^-/, "");
  if (!Object.hasOwn(cells, name)) return rows;
  const value = Object.hasOwn(lists, name) ? (row) => word(name, row) : (row) => cells[name][row];
  const sign = down ? -1 : 1;
  // Rows without a value come last either way.
  return rows.sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === b) return one - other;
    if (a === null) return 1;
    if (b === null) return -1;
    return a < b ? -sign : sign;
  });
}
