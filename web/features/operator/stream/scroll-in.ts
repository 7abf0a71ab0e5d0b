/** Scrolls a box until a part of it is in its middle, if it is out of sight. Nothing else scrolls, unlike `scrollIntoView`. */
export function scrollIn(box: HTMLElement | null, part: HTMLElement | null | undefined): void {
  if (!box || !part) return;
  const [outer, inner] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
  if (inner.top >= outer.top && inner.bottom <= outer.bottom) return;
  box.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
}
