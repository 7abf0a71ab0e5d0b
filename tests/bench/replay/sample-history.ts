/** A generated history of a community, with any number of events in the mix of a busy week. */
import { newId } from '../../../server/commands/ids.ts';
import type { GroceryListEvent, ListedItem } from '../../../server/core/domain/grocery-list/events.ts';
import type { PostEvent } from '../../../server/core/domain/post/events.ts';
import type { ProfileEvent } from '../../../server/core/domain/profile/events.ts';
import type { NewEvent } from '../../../server/core/event-log.ts';

export interface StreamEvent {
  readonly stream: string;
  readonly event: NewEvent;
}

interface Cook {
  readonly uid: string;
  readonly list: string;
  readonly items: (ListedItem & { checked: boolean })[];
  nextOrder: number;
}

interface Thread {
  readonly stream: string;
  readonly likedBy: Set<string>;
  readonly comments: { readonly id: string; readonly uid: string }[];
}

/** All join during the first events. */
const cooks = 1_000;
const eventsPerJoin = 20;
/** Only this many threads, the newest, get likes and comments. */
const newestThreads = 100;
const firstEventAtMs = Date.UTC(2026, 0, 1);
const betweenEventsMs = 600;

const groceries = ['Milk', 'Eggs', 'Flour', 'Butter', 'Tomatoes', 'Basil', 'Rice', 'Onions', 'Olive oil', 'Lemons'];
const words =
  'stir the onions slowly until they are soft then add stock and wait for an hour before you taste it'.split(' ');

/** A random integer below `end`. */
const below = (end: number): number => Math.floor(Math.random() * end);
const sentence = (length: number): string => Array.from({ length }, () => words[below(words.length)]).join(' ');

class Community {
  readonly #cooks: Cook[] = [];
  readonly #threads: Thread[] = [];
  #now = firstEventAtMs;

  /** @param count the number of previous events */
  next(count: number): StreamEvent {
    this.#now += betweenEventsMs;
    const cook = this.#cooks[below(this.#cooks.length)];
    const joins = count % eventsPerJoin === 0 && this.#cooks.length < cooks;
    if (cook === undefined || joins) return this.#join();
    const thread = this.#threads[this.#threads.length - 1 - below(Math.min(newestThreads, this.#threads.length))];
    const kind = Math.random();
    if (thread === undefined || kind < 0.02) return this.#publish(cook);
    if (kind < 0.3) return this.#like(cook, thread);
    return kind < 0.45 ? this.#comment(cook, thread) : this.#shop(cook);
  }

  #join(): StreamEvent {
    const uid = this.#newId().replaceAll('-', '').slice(4);
    this.#cooks.push({ uid, list: `groceryList-${this.#newId()}`, items: [], nextOrder: 0 });
    const data = { username: `Cook ${this.#cooks.length}`, avatar: null };
    return this.#eventOf(`profile-${uid}`, uid, { type: 'ProfileCreated', data });
  }

  #publish({ uid }: Cook): StreamEvent {
    const stream = `post-${this.#newId()}`;
    this.#threads.push({ stream, likedBy: new Set(), comments: [] });
    const data = { title: sentence(4), body: { type: 'text', content: sentence(20) } } as const;
    return this.#eventOf(stream, uid, { type: 'PostPublished', data });
  }

  #like({ uid }: Cook, { stream, likedBy }: Thread): StreamEvent {
    const liked = likedBy.delete(uid);
    if (!liked) likedBy.add(uid);
    return this.#eventOf(stream, uid, { type: liked ? 'PostUnliked' : 'PostLiked', data: {} });
  }

  #comment({ uid }: Cook, { stream, comments }: Thread): StreamEvent {
    const own = comments.findIndex((comment) => comment.uid === uid);
    const [deleted] = own >= 0 && Math.random() < 0.3 ? comments.splice(own, 1) : [];
    if (deleted) return this.#eventOf(stream, uid, { type: 'CommentDeleted', data: { commentId: deleted.id } });
    const commentId = this.#newId();
    comments.push({ id: commentId, uid });
    return this.#eventOf(stream, uid, { type: 'CommentAdded', data: { commentId, text: sentence(10) } });
  }

  #shop(cook: Cook): StreamEvent {
    const { uid, list, items } = cook;
    const place = below(items.length);
    const item = items[place];
    if (item === undefined || items.length < 10 || Math.random() < 0.25) {
      const added = Array.from({ length: 1 + below(3) }, () => this.#item(cook));
      items.push(...added.map((one) => ({ ...one, checked: false })));
      return this.#eventOf(list, uid, { type: 'GroceryItemsAdded', data: { items: added } });
    }
    const named = { itemId: item.id, name: item.name };
    if (!item.checked && Math.random() < 0.7) {
      item.checked = true;
      return this.#eventOf(list, uid, { type: 'GroceryItemChecked', data: named });
    }
    if (Math.random() < 0.1) {
      const data = { itemId: item.id, name: item.name, amount: String(1 + below(9)), unit: item.unit };
      return this.#eventOf(list, uid, { type: 'GroceryItemChanged', data });
    }
    if (items.length > 30 && Math.random() < 0.2) {
      const data = { items: items.splice(0).map(({ id, name }) => ({ itemId: id, name })) };
      return this.#eventOf(list, uid, { type: 'GroceryListCleared', data });
    }
    items.splice(place, 1);
    return this.#eventOf(list, uid, { type: 'GroceryItemRemoved', data: named });
  }

  #item(cook: Cook): ListedItem {
    const name = groceries[below(groceries.length)] ?? '';
    return { id: this.#newId(), name, amount: String(1 + below(900)), unit: 'g', order: cook.nextOrder++ };
  }

  #newId(): string {
    return newId(this.#now);
  }

  #eventOf(stream: string, actor: string, fact: PostEvent | GroceryListEvent | ProfileEvent): StreamEvent {
    const commandId = this.#newId();
    const at = new Date(this.#now).toISOString();
    const meta = { actor, commandId, correlationId: this.#newId(), at, schema: 1 };
    return { stream, event: { id: this.#newId(), ...fact, meta } };
  }
}

export function* sampleHistory(events: number): Generator<StreamEvent, void> {
  const community = new Community();
  for (let n = 0; n < events; n++) yield community.next(n);
}
