/** The number of columns of the recipe grid, by the largest window width in px. */
export const recipeColumns = { default: 4, 1160: 3, 820: 2 };

export function recipeColumnsAt(widthPx: number): number {
  if (widthPx <= 820) return recipeColumns[820];
  return widthPx <= 1160 ? recipeColumns[1160] : recipeColumns.default;
}
