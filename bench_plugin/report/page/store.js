// The data of the page: columns of the table, and the packed details of each item, here or in a script beside the page.

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const { scoring, lists, cells } = read("table");
const store = read("store");
const rowCount = cells.key.length;
const taken = new Map();
let parcelLines = null;

// Scripts under assets/ hand their items over here.
window.gazecheck = {
  take(bundle) {
    for (const [row, packed] of Object.entries(bundle)) taken.set(Number(row), packed);
  },
};

/** The word in a column of words, null where the row has none. */
function word(column, row) {
  const number = cells[column][row];
  return number < 0 ? null : lists[column][number];
}

/** [details, thumbnail, …] of a row, "-" for what is not in the page. */
function parcel(row) {
  // Split when it is first needed: the headline is painted before that.
  parcelLines ??= document.getElementById("parcels").textContent.trim().split("\n");
  return parcelLines[row].split(" ");
}

/** The thumbnail of one picture of a row as a data URL, null where the page has none. */
function thumbnail(row, picture = 0) {
  const found = parcel(row)[1 + picture];
  return found && found !== "-" ? `data:image/jpeg;base64,${found}` : null;
}

/** The details of a row; throws an Error whose message is for the reader. */
async function details(row) {
  let packed = parcel(row)[0];
  if (packed === "-") {
    const file = fileOf(row);
    if (file === null) throw new Error("The details of this item did not fit into the report. They are in the run folder, in records-*.jsonl.");
    if (!taken.has(row)) await loaded(file);
    packed = taken.get(row);
  }
  return JSON.parse(await inflated(packed));
}

function fileOf(row) {
  let seen = 0;
  for (const [number, count] of store.file_of) {
    seen += count;
    if (row < seen) return number < 0 ? null : store.files[number];
  }
  return null;
}

function loaded(file) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = file;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`The details of this item are in ${file}, which is not beside this page. They are in the run folder too, in records-*.jsonl.`));
    document.head.append(script);
  });
}

async function inflated(packed) {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

/** An element with attributes and children; every text goes in as text, never as markup. */
function el(name, attributes = {}, ...children) {
  const svg = name === "svg" || name === "rect";
  const node = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const dash = (value) => (value === null || value === undefined || value === "" ? "-" : String(value));
const spaced = (name) => dash(name).replaceAll("_", " ");
const numbers = new Intl.NumberFormat("en");
const counted = (number) => (typeof number === "number" ? numbers.format(number) : dash(number));
