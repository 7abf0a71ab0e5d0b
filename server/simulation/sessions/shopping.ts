import type { NewItem } from '../../core/domain/grocery-list/decider.ts';
import type { RestoredItem } from '../../core/domain/grocery-list/events.ts';
import type { ItemEdit } from '../../core/domain/grocery-list/merge-edit.ts';
import type { GroceryListStream, Person } from '../homes.ts';
import { groceries, itemNotes } from '../phrases.ts';
import type { Place, World } from '../world.ts';

/** From this length on, people clear up before they add more. */
const longList = 60;

const itemsOn = ({ state }: GroceryListStream): RestoredItem[] => [...state.items.values()];

export function newItem(world: World): NewItem {
  const { random } = world;
  const [name, amount, unit, category] = random.pick(groceries);
  return { id: world.newId(), name, amount, unit, ...(random.chance(0.5) && { category }) };
}

/** Writes down what is missing, and corrects it. */
export function* writeDown(world: World, person: Person): Generator<number, void> {
  const { random } = world;
  const place = world.placeOf(person);
  const { list } = place.home;
  if (list.state.items.size > longList) place.act(list, { type: 'ClearList', onlyChecked: true });
  for (let count = random.between(1, 5); count > 0; count--) {
    place.act(list, { type: 'AddItems', items: [newItem(world)], members: place.members() });
    yield world.pause();
    if (random.chance(0.35)) changeOne(world, place);
  }
}

/** Changes one item as people do: the amount, the name, a note, who brings it; or removes it. */
export function changeOne({ random }: World, place: Place): void {
  const { list } = place.home;
  const items = itemsOn(list);
  if (items.length === 0 || !place.isOpen()) return;
  const { id: itemId, name, amount, unit, note = '', assignedTo = '' } = random.pick(items);
  const members = place.members();
  const change = (edit: ItemEdit) => place.act(list, { type: 'ChangeItem', itemId, members, ...edit });
  switch (random.below(6)) {
    case 0:
    case 1:
      change({ amount: String(random.between(1, 9)), from: { amount, unit } });
      break;
    case 2:
      change({ name: `${name.replace(/ \(.*/, '')} (${random.pick(itemNotes)})`, from: { name } });
      break;
    case 3:
      change({ note: random.pick(itemNotes), from: { note } });
      break;
    case 4:
      change({ assignedTo: random.pick(members), from: { assignedTo } });
      break;
    default:
      if (place.act(list, { type: 'RemoveItem', itemId }).length > 0 && random.chance(0.15)) undoLast(place);
  }
}

function undoLast({ home: { list }, act }: Place): void {
  const changeId = list.state.changes.list.at(-1)?.id;
  if (changeId !== undefined) act(list, { type: 'UndoChange', changeId });
}

/** Goes through a shop with the list, and clears what is in the trolley afterwards. */
export function* shop(world: World, person: Person): Generator<number, void> {
  const { random } = world;
  const place = world.placeOf(person);
  const { list } = place.home;
  const wanted = itemsOn(list).filter(({ checkedBy }) => checkedBy === undefined);
  if (wanted.length < 3) yield* writeDown(world, person);
  for (const { id: itemId } of wanted.slice(0, random.between(5, 20))) {
    yield world.pause();
    place.act(list, { type: 'ChangeItem', itemId, checked: true, members: place.members() });
    if (random.chance(0.04)) {
      yield world.pause();
      place.act(list, { type: 'ChangeItem', itemId, checked: false, members: place.members() });
    }
    if (random.chance(0.06)) changeOne(world, place);
  }
  yield world.pause();
  if (random.chance(0.6)) place.act(list, { type: 'ClearList', onlyChecked: true });
}

/** Checks several lines of one thing together. */
export function* checkTogether(world: World, person: Person): Generator<number, void> {
  const place = world.placeOf(person);
  const { list } = place.home;
  const itemIds = world.random.pickSome([...list.state.items.keys()], 4);
  place.act(list, { type: 'CheckItems', itemIds, checked: true });
  yield world.pause();
  if (world.random.chance(0.2)) undoLast(place);
}

/** Clears the whole list by mistake. The same or another member undoes it. */
export function* clearByMistake(world: World, person: Person): Generator<number, void> {
  const { random } = world;
  const household = person.households.at(-1);
  const { list } = household?.home ?? person.own;
  const cleared = world.act(person, list, { type: 'ClearList' });
  if (cleared.length === 0) return;
  const changeId = list.state.changes.list.at(-1)?.id;
  yield random.between(5_000, 15 * 60_000);
  const rescuers = household ? household.people : [person];
  if (rescuers.length === 0) return;
  const rescuer = random.pick(rescuers);
  if (changeId === undefined || random.chance(0.3)) world.act(rescuer, list, { type: 'RestoreItems' });
  else world.act(rescuer, list, { type: 'UndoChange', changeId });
}
