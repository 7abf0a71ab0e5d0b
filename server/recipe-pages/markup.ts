/** The properties of microdata, RDFa Lite and microformats in the attributes of an element. */
export interface Markup {
  /** The types of the item that begins with the element; undefined if none does. */
  readonly types: readonly string[] | undefined;
  /** The properties of the enclosing item whose value the element is. */
  readonly properties: readonly string[];
}

type Attributes = Readonly<Record<string, string>>;

/** Classes of hRecipe and h-recipe, and the properties of schema.org with the same meaning. */
const classProperties = new Map(
  Object.entries({
    fn: 'name',
    'p-name': 'name',
    ingredient: 'recipeIngredient',
    'p-ingredient': 'recipeIngredient',
    instructions: 'recipeInstructions',
    'e-instructions': 'recipeInstructions',
    'p-instructions': 'recipeInstructions',
    yield: 'recipeYield',
    'p-yield': 'recipeYield',
    duration: 'totalTime',
    'dt-duration': 'totalTime',
    photo: 'image',
    'u-photo': 'image',
    summary: 'description',
    'p-summary': 'description',
    author: 'author',
    'p-author': 'author',
  }),
);

/** @param isInMicroformat whether the element is within a recipe that was marked by its class */
export function markupOf(attributes: Attributes, isInMicroformat: boolean): Markup {
  const { itemscope, itemtype, itemprop, property, class: classes } = attributes;
  const type = itemtype ?? attributes.typeof;
  const names = wordsOf(classes);
  const isRecipeClass = names.some((name) => name === 'h-recipe' || name === 'hrecipe');
  const isItem = itemscope !== undefined || type !== undefined || isRecipeClass;
  const fromClasses = isInMicroformat ? names.flatMap((name) => classProperties.get(name) ?? []) : [];
  return {
    types: isItem ? (isRecipeClass && type === undefined ? ['Recipe'] : wordsOf(type)) : undefined,
    properties: [...wordsOf(itemprop), ...wordsOf(property), ...fromClasses],
  };
}

export const isMicroformat = (attributes: Attributes): boolean =>
  /(?:^|\s)h-?recipe(?:\s|$)/.test(attributes.class ?? '');

/** The value of a property in the attributes of its element; undefined if it is the element's text. */
export function attributeValue(element: string, attributes: Attributes): string | undefined {
  const { content, href, src, datetime, value, title } = attributes;
  if (content !== undefined) return content;
  switch (element) {
    case 'meta':
      return '';
    case 'a':
    case 'area':
      // A linked name is its text, and so is a linked category.
      return undefined;
    case 'link':
      return href ?? '';
    case 'img':
      return [attributes['data-src'], src].find((one) => one !== undefined && !one.startsWith('data:')) ?? '';
    case 'source':
    case 'video':
    case 'audio':
    case 'iframe':
    case 'embed':
      return src ?? '';
    case 'time':
      return datetime;
    case 'data':
    case 'meter':
      return value;
    default:
      // The value-title pattern of microformats.
      return wordsOf(attributes.class).includes('value-title') ? title : undefined;
  }
}

const wordsOf = (text = ''): string[] => text.split(/\s+/).filter((word) => word !== '');
