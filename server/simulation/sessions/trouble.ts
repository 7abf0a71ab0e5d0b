import { post } from '../../core/domain/post/decider.ts';
import type { Person } from '../homes.ts';
import { newPerson } from '../people.ts';
import { advertisement } from '../phrases.ts';
import { OpenStream } from '../recorder.ts';
import type { World } from '../world.ts';
import { changeOne, newItem } from './shopping.ts';

/** An account that exists only to advertise: the same text in posts and below those of others, every few seconds. */
export function* advertise(world: World): Generator<number, void> {
  const { random } = world;
  const spammer = newPerson(world.ids, random);
  const text = random.pick(advertisement);
  for (let count = random.between(5, 15); count > 0; count--) {
    const seen = world.posts.pickRecent(random);
    if (seen && random.chance(0.6)) world.act(spammer, seen, { type: 'AddComment', commentId: world.newId(), text });
    else {
      const published = new OpenStream(post, world.newId());
      world.act(spammer, published, { type: 'PublishPost', title: text, body: { type: 'text', content: text } });
    }
    yield random.between(1_000, 6_000);
  }
}

/** A device that was offline sends what was done on it meanwhile, all at once. */
export function* sendWaitingChanges(world: World, person: Person): Generator<number, void> {
  const { random } = world;
  const place = world.placeOf(person);
  const { list } = place.home;
  for (let count = random.between(8, 40); count > 0; count--) {
    const open = [...list.state.items.values()].find(({ checkedBy }) => checkedBy === undefined);
    if (!open || random.chance(0.3))
      place.act(list, { type: 'AddItems', items: [newItem(world)], members: place.members() });
    else if (random.chance(0.2)) changeOne(world, place);
    else place.act(list, { type: 'ChangeItem', itemId: open.id, checked: true, members: place.members() });
    yield random.between(5, 40);
  }
  place.act(list, { type: 'ClearList', onlyChecked: true });
}
