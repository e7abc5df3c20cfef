// What is wrong with how a report is laid out, a sentence each.
() => {
  const faults = [];
  const root = document.documentElement;
  const window_width = root.clientWidth;
  if (root.scrollWidth > window_width) faults.push(`the page is ${root.scrollWidth} wide, its window ${window_width}`);
  const dialog = document.getElementById("detail");
  if (dialog.open && dialog.scrollWidth > dialog.clientWidth) faults.push("the open item scrolls sideways");

  const texts = "p, li, dd, dt, td, th, h1, h2, h3, h4, figcaption, button, label, .said, .tile";
  for (const node of document.querySelectorAll(texts)) {
    if (!node.checkVisibility() || node.closest(".wide, .hidden, .skip")) continue;
    const name = `${node.tagName} ${node.textContent.slice(0, 60)}`;
    const cut = node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== "inline";
    if (cut) faults.push(`cut off: ${name}`);
    if (node.getBoundingClientRect().right > window_width + 1) faults.push(`outside: ${name}`);
  }

  for (const svg of document.querySelectorAll(".charts svg")) {
    const frame = svg.getBoundingClientRect();
    const name = svg.querySelector("title").textContent;
    if (frame.width < 200 || frame.height < 40) faults.push(`small: ${name}`);
    const area = (node) => node.getBBox().width * node.getBBox().height;
    const inked = [...svg.querySelectorAll("g > path")].some((node) => area(node) > 20);
    if (!inked && !svg.querySelector("use")) faults.push(`without ink: ${name}`);
    for (const text of svg.querySelectorAll("text")) {
      const box = text.getBoundingClientRect();
      const beside = box.left < frame.left - 1 || box.right > frame.right + 1;
      const above = box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
      if (beside || above) faults.push(`beyond its plot: ${text.textContent} in ${name}`);
    }
  }
  return faults;
}
