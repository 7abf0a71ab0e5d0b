import { post } from '../../core/domain/post/decider.ts';
import type { PostBody } from '../../core/domain/post/events.ts';
import type { Person, PostStream } from '../homes.ts';
import { comments, postTitles, sentences } from '../phrases.ts';
import { OpenStream } from '../recorder.ts';
import { hoursMs, type World } from '../world.ts';

/** Reads the feed, likes, and comments now and then. */
export function* readFeed(world: World, person: Person): Generator<number, void> {
  const { random } = world;
  for (let count = random.between(1, 8); count > 0; count--) {
    const seen = world.posts.pickRecent(random);
    if (!seen) return;
    if (random.chance(0.25)) yield* comment(world, person, seen);
    // Liking a post again takes the like back.
    else world.act(person, seen, { type: 'Like', actor: person.uid });
    yield world.pause();
  }
  const playlist = world.playlists.pickRecent(random);
  if (playlist && random.chance(0.2)) world.act(person, playlist, { type: 'Like', actor: person.uid });
}

function* comment(world: World, person: Person, seen: PostStream): Generator<number, void> {
  const { random } = world;
  const commentId = world.newId();
  const others = seen.state.status === 'published' ? [...seen.state.comments.keys()] : [];
  if (others.length > 0 && random.chance(0.4)) {
    world.act(person, seen, { type: 'LikeComment', actor: person.uid, commentId: random.pick(others) });
  }
  const replyTo = others.length > 0 && random.chance(0.3) ? random.pick(others) : undefined;
  world.act(person, seen, { type: 'AddComment', commentId, text: random.pick(comments), replyTo });
  if (!random.chance(0.05)) return;
  yield world.pause();
  world.act(person, seen, { type: 'DeleteComment', actor: person.uid, commentId });
}

/** Publishes a post, and may correct it. */
export function* publishPost(world: World, person: Person): Generator<number, void> {
  const { random } = world;
  const { uid: actor } = person;
  const title = random.pick(postTitles);
  const content = random.pickSome(sentences, random.between(1, 6)).join(' ');
  const body = bodyOf(world, content);
  const published = new OpenStream(post, world.newId());
  world.act(person, published, { type: 'PublishPost', title, body });
  world.posts.add(published);
  if (random.chance(0.15)) {
    yield world.pause();
    const edited = { ...body, content: `${content} ${random.pick(sentences)}` };
    world.act(person, published, { type: 'RevisePost', actor, title, body: edited });
  }
  if (!random.chance(0.04)) return;
  yield random.between(hoursMs(1), hoursMs(48));
  world.posts.remove(published);
  world.act(person, published, { type: 'DeletePost', actor });
}

function bodyOf({ random }: World, content: string): PostBody {
  if (random.chance(0.9)) return { type: 'text', content };
  return random.chance(0.5) ? { type: 'image', content } : { type: 'youtube', content, youtubeId: 'LWuuCndtJr0' };
}
