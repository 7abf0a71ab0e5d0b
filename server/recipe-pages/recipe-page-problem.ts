/** Why a page or text cannot be imported, as shown to users. */
const messages = {
  NO_RECIPE: 'No recipe was found there; you can paste its text instead',
  NO_RECIPE_IN_TEXT: 'No recipe was found in this text',
  // Also for addresses that are not on the internet: the message does not reveal what exists there.
  PAGE_UNAVAILABLE: 'This page cannot be opened; check its address, or paste its text instead',
  PAGE_TOO_LARGE: 'This page is too large to import; you can paste its text instead',
  PAGE_TIMEOUT: 'The page took too long to answer; please try again',
  PAGE_TOO_COMPLEX: 'This page takes too long to read; you can copy the recipe there and paste it instead',
  TEXT_TOO_COMPLEX: 'This text takes too long to read; please paste only the recipe',
  PAGES_BUSY: 'Too many pages are being imported right now; please try again',
};
export type RecipePageProblemCode = keyof typeof messages;

export class RecipePageProblem extends Error {
  readonly code: RecipePageProblemCode;

  constructor(code: RecipePageProblemCode, options?: ErrorOptions) {
    super(messages[code], options);
    this.name = 'RecipePageProblem';
    this.code = code;
  }
}
