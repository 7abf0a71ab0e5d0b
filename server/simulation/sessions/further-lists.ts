import { derivedId } from '../../commands/ids.ts';
import { groceryList } from '../../core/domain/grocery-list/decider.ts';
import type { GroceryListStream, Home, Person } from '../homes.ts';
import { categories, listNames } from '../phrases.ts';
import { OpenStream, type SimulatedRequest } from '../recorder.ts';
import type { Place, World } from '../world.ts';
import { newItem } from './shopping.ts';

const maxFurtherLists = 3;

/** Opens a further list, writes on it, moves items between lists, or closes one. */
export function* keepLists(world: World, person: Person): Generator<number, void> {
  const { random } = world;
  const place = world.placeOf(person);
  const { home, act } = place;
  const { list, furtherLists } = home;
  if (furtherLists.length === 0 || (furtherLists.length < maxFurtherLists && random.chance(0.3))) {
    openList(world, person, home);
    yield world.pause();
  }
  // Others may have closed it meanwhile, or the membership has ended.
  if (!place.isOpen() || furtherLists.length === 0) return;
  const further = random.pick(furtherLists);
  act(further, { type: 'AddItems', items: [newItem(world), newItem(world)] });
  yield world.pause();
  if (!place.isOpen() || !furtherLists.includes(further)) return;
  const [from, to] = random.chance(0.5) ? [list, further] : [further, list];
  moveItems(world, world.request(person), from, to, random.pickSome([...from.state.items.keys()], 3));
  yield world.pause();
  if (furtherLists.includes(further)) arrangeLists(world, place, further);
}

function openList(world: World, person: Person, { collection, furtherLists }: Home): void {
  const request = world.request(person);
  const listId = derivedId(request.commandId, 'grocery-list');
  const name = world.random.pick(listNames);
  const opened = world.recorder.record(collection, { type: 'OpenList', listId, name }, request);
  if (opened.length > 0) furtherLists.push(new OpenStream(groceryList, listId));
}

function arrangeLists({ random }: World, { home, act }: Place, further: GroceryListStream): void {
  const { collection, list, furtherLists } = home;
  const { id: listId } = further;
  const change = random.below(10);
  if (change < 3) {
    const order = { categories: random.pickSome(categories, categories.length), isMain: true };
    act(collection, { type: 'OrderCategories', listId: list.id, ...order });
  } else if (change < 5) {
    act(collection, { type: 'RenameList', listId, name: random.pick(listNames) });
  } else if (change < 7) {
    act(collection, { type: 'CloseList', listId });
    furtherLists.splice(furtherLists.indexOf(further), 1);
  }
}

/** Adds items to the one list and removes them from the other, as `server/http/features/grocery-list/move-items.ts` does. */
export function moveItems(
  { recorder }: World,
  request: SimulatedRequest,
  from: GroceryListStream,
  to: GroceryListStream,
  itemIds: readonly string[],
): void {
  const items = itemIds.flatMap((id) => {
    const item = from.state.items.get(id);
    return item ? [{ ...item }] : [];
  });
  const { arrivals } = from.state;
  const moved = recorder.record(to, { type: 'MoveIn', items, from: from.id }, request);
  if (moved.length > 0) recorder.record(from, { type: 'MoveOut', items, to: to.id, arrivals }, request);
}
