import { type Static, type TSchema, Type } from 'typebox';
import { groceryLimits } from './limits.ts';
import { Id, page, Revision, Timestamp, Uid, Whose } from './shared.ts';

const text = (maxLength: number) => Type.String({ maxLength });

const category = Type.String({
  maxLength: groceryLimits.category,
  description: 'Its section in the list. Without one, clients derive it from the name.',
});

const PlannedMeal = Type.Object(
  {
    id: Type.String({
      pattern: '^[\\w.:-]{1,100}$',
      description: 'Identifies the meal in the plan',
    }),
    portion: Type.Number({
      exclusiveMinimum: 0,
      maximum: groceryLimits.portion,
      description: 'The amount in multiples of what the recipe states; 1.5 if three eat a recipe for two',
    }),
  },
  { additionalProperties: false },
);

/** An ingredient to add to the list. Amounts are text, because they may be fractions. */
const Ingredient = Type.Object(
  {
    id: Type.Optional(
      Type.String({ ...Id, description: 'A new UUID, for example of version 7, if the client creates the id' }),
    ),
    name: text(groceryLimits.name),
    amount: Type.Optional(Type.Union([text(groceryLimits.amount), Type.Number()])),
    unit: Type.Optional(text(groceryLimits.unit)),
    recipeId: Type.Optional(Id),
    recipeTitle: Type.Optional(text(200)),
    plannedMeal: Type.Optional({
      ...PlannedMeal,
      description:
        'The planned meal that needs it. What this meal has brought to the list before is not added again, also if it was bought or removed since; of a larger portion, the difference is added.',
    }),
    note: Type.Optional(text(groceryLimits.note)),
    assignedTo: Type.Optional(Type.String({ ...Uid, description: 'The member who brings it' })),
    category: Type.Optional(category),
  },
  { additionalProperties: false },
);

/** A user who changed a list, with the name to show. */
export const NamedUser = Type.Object({ uid: Uid, name: Type.String() });
export type NamedUser = Static<typeof NamedUser>;

export const GroceryItem = Type.Object({
  id: Id,
  name: Type.String(),
  amount: Type.String(),
  unit: Type.String(),
  checked: Type.Boolean(),
  checkedBy: Type.Optional(NamedUser),
  addedBy: NamedUser,
  addedAt: Timestamp,
  changedBy: Type.Optional({ ...NamedUser, description: 'Who last changed something other than its check' }),
  order: Type.Integer({
    description: 'Items are sorted by it, ascending. It only changes when the item returns from another list.',
  }),
  recipeId: Type.Optional(Id),
  recipeTitle: Type.Optional(Type.String()),
  plannedMeal: Type.Optional({ ...PlannedMeal, description: 'The planned meal that it was added for' }),
  note: Type.Optional(Type.String()),
  assignedTo: Type.Optional({ ...NamedUser, description: 'Who brings it' }),
  category: Type.Optional(category),
});
export type GroceryItem = Static<typeof GroceryItem>;

export const GroceryList = Type.Object({
  listId: Id,
  revision: Revision,
  items: Type.Array(GroceryItem),
  mainListId: Type.Optional(
    Type.String({ ...Id, description: 'The main list of its owner, if this is a list that was opened in addition' }),
  ),
});
export type GroceryList = Static<typeof GroceryList>;

const ingredients = Type.Array(Ingredient, { minItems: 1, maxItems: groceryLimits.perRequest });

export const AddIngredients = Type.Object({ userId: Whose, ingredients }, { additionalProperties: false });
export type AddIngredients = Static<typeof AddIngredients>;

export const AddedItems = Type.Object({ listId: Id, items: Type.Array(GroceryItem) });
export type AddedItems = Static<typeof AddedItems>;

const ItemIds = Type.Object(
  { ingredientIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: groceryLimits.savedItems })) },
  { additionalProperties: false },
);

/** Without ids: all that the meal has brought. */
export const TakeBack = Type.Object(
  {
    plannedMealId: PlannedMeal.properties.id,
    ...ItemIds.properties,
    ingredients: Type.Optional({
      ...ingredients,
      description: 'What is added in their place, for example for fewer who eat. Undoing the change reverses both.',
    }),
  },
  { additionalProperties: false },
);
export type TakeBack = Static<typeof TakeBack>;

export const TakenBack = Type.Object({
  listId: Id,
  ingredientIds: Type.Array(Id, { description: 'Of the removed items. They can be restored.' }),
  items: Type.Array(GroceryItem, { description: 'The added items' }),
});
export type TakenBack = Static<typeof TakenBack>;

/** Those of the items that are on the list, as they are now. */
export const CheckedItems = Type.Object({ listId: Id, items: Type.Array(GroceryItem) });
export type CheckedItems = Static<typeof CheckedItems>;

/** The changed and restored items as they are now; removed ones are not included. */
export const UndoneChange = Type.Object({ listId: Id, items: Type.Array(GroceryItem) });
export type UndoneChange = Static<typeof UndoneChange>;

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Null or empty text: without it. */
const entryFields = {
  name: Type.Optional(text(groceryLimits.name)),
  amount: Type.Optional(Type.Union([text(groceryLimits.amount), Type.Number()])),
  unit: Type.Optional(text(groceryLimits.unit)),
  note: Type.Optional(orNull(text(groceryLimits.note))),
  assignedTo: Type.Optional(orNull(Type.String({ ...Uid, description: 'The member who brings it' }))),
  category: Type.Optional(orNull(category)),
};

export const ChangeGroceryItem = Type.Object(
  {
    ...entryFields,
    checked: Type.Optional(Type.Boolean()),
    from: Type.Optional(
      Type.Object(entryFields, {
        additionalProperties: false,
        description:
          'The values that the change was made from. If one of them was changed meanwhile, the change is refused, unless it is to the same value. Amount and unit are one quantity.',
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type ChangeGroceryItem = Static<typeof ChangeGroceryItem>;

export const CheckItems = Type.Object(
  { ingredientIds: Type.Array(Id, { minItems: 1, maxItems: groceryLimits.savedItems }), checked: Type.Boolean() },
  { additionalProperties: false },
);
export type CheckItems = Static<typeof CheckItems>;

/** Without ids: all items on the list. */
export const ClearItems = Type.Object(
  {
    ...ItemIds.properties,
    onlyChecked: Type.Optional(
      Type.Boolean({ description: 'Removes only the checked ones of these items: those unchecked meanwhile stay' }),
    ),
  },
  { additionalProperties: false },
);
export type ClearItems = Static<typeof ClearItems>;

/** Without ids: the items that the last clearing of the whole list removed. */
export const RestoreItems = Type.Object(
  {
    ...ItemIds.properties,
    onlyOwn: Type.Optional(
      Type.Boolean({ description: 'Restores only those of the items that the user was the last to remove' }),
    ),
  },
  { additionalProperties: false },
);
export type RestoreItems = Static<typeof RestoreItems>;

export const HistoryEntry = Type.Object({
  revision: Type.String({ description: 'The revision of the list after this entry' }),
  changeId: Type.String({
    ...Id,
    description: 'The change that this entry is a part of, by which it is undone as a whole',
  }),
  at: Timestamp,
  by: NamedUser,
  did: Type.Union([
    Type.Literal('added'),
    Type.Literal('changed'),
    Type.Literal('checked'),
    Type.Literal('unchecked'),
    Type.Literal('removed'),
    Type.Literal('cleared'),
    Type.Literal('restored'),
  ]),
  items: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      amount: Type.Optional(Type.String()),
      unit: Type.Optional(Type.String()),
      recipeTitle: Type.Optional(Type.String()),
    }),
    { description: 'Their quantity and recipe are those after this entry, if it has added, changed or restored them' },
  ),
  fields: Type.Optional(
    Type.Array(
      Type.Object({
        field: Type.Union([
          Type.Literal('name'),
          Type.Literal('amount'),
          Type.Literal('unit'),
          Type.Literal('note'),
          Type.Literal('assignedTo'),
          Type.Literal('category'),
        ]),
        from: Type.Optional(Type.String({ description: 'Not known of changes that earlier releases recorded' })),
        to: Type.String(),
      }),
      { description: 'What was changed of the item, if `did` is `changed`. Members are given by name; empty: none' },
    ),
  ),
  movedFrom: Type.Optional(Type.String({ ...Id, description: 'The list from which the items were moved' })),
  movedTo: Type.Optional(Type.String({ ...Id, description: 'The list to which the item was moved' })),
  takenBack: Type.Optional(
    Type.Literal(true, { description: 'Removed because its planned meal does not need it any more' }),
  ),
  undoes: Type.Optional(Type.String({ ...Id, description: 'The change that was undone by this one' })),
  undoneBy: Type.Optional({ ...NamedUser, description: 'Who undid this change' }),
  canUndo: Type.Boolean({ description: 'Whether something of this change can be undone now' }),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

/** Newest first. */
export const HistoryPage = page(HistoryEntry);
export type HistoryPage = Static<typeof HistoryPage>;

export const ListPath = Type.Object({ whose: Whose });
export const ChangePath = Type.Object({ whose: Whose, changeId: Id });
export const ItemPath = Type.Object({ whose: Whose, ingredientId: Id });
