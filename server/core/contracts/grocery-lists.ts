import { type Static, Type } from 'typebox';
import { groceryLimits } from './limits.ts';
import { Id, Revision, Whose } from './shared.ts';

const name = Type.String({ maxLength: groceryLimits.listName });
const category = Type.String({ maxLength: groceryLimits.category });

export const OwnersList = Type.Object({
  id: Type.String({ ...Id, description: 'In place of `whose`, it stands for this list' }),
  name: Type.Union([Type.String(), Type.Null()], { description: 'Null: the main list, which is not named or closed' }),
  categories: Type.Array(category, { description: 'The order of its categories; others follow' }),
});

export type OwnersList = Static<typeof OwnersList>;

const UsedName = Type.Object({
  name: Type.String({ description: 'As it was last written' }),
  count: Type.Integer({ description: 'How often it was added, once within twelve hours' }),
  firstAt: Type.Integer({ description: 'When it was first added, in ms since the epoch' }),
  lastAt: Type.Integer({ description: 'When it was last added, in ms since the epoch' }),
});
export type UsedName = Static<typeof UsedName>;

/** The lists of a user or a household: the main one first, then the others as they were opened. */
export const GroceryLists = Type.Object({
  revision: Revision,
  items: Type.Array(OwnersList),
  used: Type.Array(UsedName, { description: 'Names that items had on any of the lists, most likely to return first' }),
  remembered: Type.Array(
    Type.Object({ name: Type.String({ description: 'In lower case' }), category: Type.String() }),
    {
      description: 'The categories that were last chosen for items of these names',
    },
  ),
});
export type GroceryLists = Static<typeof GroceryLists>;

export const OpenList = Type.Object({ name }, { additionalProperties: false });
export const RenameList = Type.Object({ name }, { additionalProperties: false });
export const CloseList = Type.Object(
  {
    ingredientIds: Type.Optional(
      Type.Array(Id, {
        maxItems: groceryLimits.savedItems,
        description: 'The unchecked items that end with the list. All other unchecked items are moved to the main list',
      }),
    ),
  },
  { additionalProperties: false },
);
export type CloseList = Static<typeof CloseList>;
export const OrderCategories = Type.Object(
  { categories: Type.Array(category, { maxItems: groceryLimits.categories }) },
  { additionalProperties: false },
);

export const MoveItems = Type.Object(
  {
    ingredientIds: Type.Array(Id, { minItems: 1, maxItems: groceryLimits.savedItems }),
    to: Type.String({
      ...Whose,
      description: "Another list, of the user's own or of a household of theirs, or the owner of a main list",
    }),
  },
  { additionalProperties: false },
);

export type MoveItems = Static<typeof MoveItems>;

const ChangedList = Type.Object({ listId: Id, revision: Revision });

/** The revisions of both lists after items were moved. */
export const MovedItems = Type.Object({
  from: ChangedList,
  to: ChangedList,
  ingredientIds: Type.Array(Id, { description: 'Of the items that are on the other list now' }),
});
export type MovedItems = Static<typeof MovedItems>;

export const ListOfOwnerPath = Type.Object({ whose: Whose, listId: Id });
