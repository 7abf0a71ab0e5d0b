/** The number of columns of the recipe grid, by the largest window width in px. */
export const recipeColumns = { default: 4, 1160: 3, 820: 2 };

/** The maximum width of a card, as in the `sizes` of an image. */
export const cardSizes = '(min-width: 1161px) 312px, (min-width: 821px) 33vw, 50vw';

export function recipeColumnsAt(widthPx: number): number {
  if (widthPx <= 820) return recipeColumns[820];
  return widthPx <= 1160 ? recipeColumns[1160] : recipeColumns.default;
}
