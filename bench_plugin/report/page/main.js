// State, address, keys.

/** Change the state; the address follows. */
function change(wanted) {
  state = { ...state, ...wanted };
  history.replaceState(null, "", fragmentOf(state));
  if (!("item" in wanted) || Object.keys(wanted).length > 1) show();
}

/** Show what the address says; one that only names a place on the page changes nothing. */
function follow() {
  const found = stateIn(location.hash);
  if (found === null) return;
  state = found;
  show();
  const row = state.item ? cells.key.indexOf(state.item) : -1;
  if (row >= 0) {
    goTo(row);
    openRow(row);
  } else {
    if (dialog.open) closeRow();
    // A link to a filter leads to what it shows.
    if (location.hash.includes("=")) document.getElementById("items").scrollIntoView();
  }
}

function onKey(event) {
  const typing = event.target.closest?.("input:not([type=checkbox]), select, textarea");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "j" || event.key === "k") stepTo(event.key === "j" ? 1 : -1);
  else if (event.key === "Enter" && !dialog.open && current >= 0 && !event.target.closest("a, button, summary")) openRow(current);
  else if (event.key === "f") {
    closeRow();
    form.elements.q.focus();
    form.scrollIntoView({ block: "center" });
  } else return;
  event.preventDefault();
}

/** Say what is not on the page although it would have a place. */
function showLeftOut() {
  const { left_out: items, undrawn } = store;
  const note = document.getElementById("left-out");
  note.hidden = !items && !undrawn;
  note.textContent = `Not on this page: the details of ${counted(items)} items and ${counted(undrawn)} pictures. No time or no room was left; gazecheck report RUN writes it again.`;
}

makeForm();
showLeftOut();
form.hidden = presets.hidden = document.querySelector(".keys").hidden = false;
form.addEventListener("input", (event) => change({ [event.target.name]: event.target.value, page: "1" }));
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", (event) => {
  event.preventDefault();
  change({ ...EMPTY });
});
dialog.addEventListener("close", closeRow);
dialog.addEventListener("click", (event) => event.target === dialog && closeRow());
document.addEventListener("keydown", onKey);
window.addEventListener("hashchange", follow);
if (stateIn(location.hash) === null) show();
else follow();
