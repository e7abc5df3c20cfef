// A picture with boxes on it. Boxes are in pixels of the upright original, whatever size the picture is shown at.

/**
 * A picture and the boxes that lie on it.
 * frame: [left, top, right, bottom], the region of the original that the picture shows.
 * boxes: {kind: "gold" | "shown" | "asked", box: [x0, y0, x1, y1], label}.
 */
function picture({ source, fallback, frame, boxes, alt, missing }) {
  const [left, top, right, bottom] = frame;
  const [width, height] = [right - left, bottom - top];
  const holder = el("span", { class: "picture" });
  // Without a picture its frame still shows where the boxes lie.
  holder.style.aspectRatio = `${width} / ${height}`;
  if (source || fallback) holder.append(loading(el("img", { alt, width, height, src: source ?? fallback }), fallback, missing));
  const layer = el("svg", { viewBox: `${left} ${top} ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  holder.append(layer);
  for (const { kind, box, label } of boxes) {
    if (!isBox(box)) continue;
    const [x0, y0, x1, y1] = box;
    const place = { x: Math.min(x0, x1), y: Math.min(y0, y1), width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) };
    layer.append(el("rect", { ...place, class: `under ${kind}` }), el("rect", { ...place, class: kind }));
    holder.append(tag(kind, label, (place.x - left) / width, (place.y - top + (kind === "asked" ? place.height : 0)) / height));
  }
  return holder;
}

/** An image that falls back to the thumbnail where its file is not beside the page. */
function loading(image, fallback, missing) {
  image.onerror = () => {
    image.onerror = () => image.remove();
    if (fallback) image.src = fallback;
    else image.remove();
    missing();
  };
  return image;
}

function isBox(box) {
  return Array.isArray(box) && box.length === 4 && box.every(Number.isFinite);
}

/** A label at the upper left corner of a box, kept inside of the picture. */
function tag(kind, label, x, y) {
  const node = el("span", { class: `tag ${kind}` }, label);
  const [across, down] = [Math.min(0.97, Math.max(0, x)), Math.min(1, Math.max(0, y))];
  if (across > 0.75) node.style.right = `${100 * (1 - across)}%`;
  else node.style.left = `${100 * across}%`;
  node.style.top = `${100 * down}%`;
  // Outside of the box where there is room, so that it hides nothing of it: above, or below what was asked for.
  if (kind === "asked" ? down > 0.95 : down > 0.05) node.style.transform = "translateY(-100%)";
  return node;
}
