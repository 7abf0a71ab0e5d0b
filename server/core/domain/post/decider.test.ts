import { describe, expect, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { toExcerpt } from '../../contracts/excerpt.ts';
import { communityLimits } from '../../contracts/limits.ts';
import type { Mention } from '../mentions.ts';
import { type PostCommand, post } from './decider.ts';
import type { PostEvent, PostText } from './events.ts';

const body = { type: 'text', content: 'No lettuce' } as const;
const published: PostEvent = { type: 'PostPublished', data: { title: 'Salad', body } };
const comment: PostEvent = { type: 'CommentAdded', data: { commentId: 'c1', text: 'Lovely' } };
const liked: PostEvent = { type: 'PostLiked', data: {} };

describe('publishing a post', () => {
  it('trims the title', () => {
    given(post, []).when({ type: 'PublishPost', title: '  Salad ', body }).decides(published);
  });
  it('requires a title', () => {
    given(post, []).when({ type: 'PublishPost', title: ' \n', body }).refused('TITLE_REQUIRED');
  });
  it('is possible once for each id', () => {
    given(post, by('eleni', published)).when({ type: 'PublishPost', title: 'Salad', body }).refused('ID_IN_USE');
  });
});

describe('revising a post', () => {
  const revise = (actor: string, title: string): PostCommand => ({ type: 'RevisePost', actor, title, body });
  it('is allowed only for the author', () => {
    given(post, by('eleni', published)).when(revise('sam', 'Mine')).refused('NOT_THE_AUTHOR');
  });
  it('records the revised post', () => {
    given(post, by('eleni', published))
      .when(revise('eleni', 'Greek salad'))
      .decides({ type: 'PostRevised', data: { title: 'Greek salad', body } });
  });
  it('records nothing when nothing changed', () => {
    given(post, by('eleni', published)).when(revise('eleni', 'Salad ')).decides();
  });
  it('compares the people whom the text mentions, too, with those of the last revision', () => {
    const content = 'Thanks, @Ann';
    const revised = (...mentions: Mention[]) => ({
      title: 'Salad',
      body: { type: 'text', content } as const,
      mentions,
    });
    const ann = { uid: 'ann', name: 'Ann' };
    const events = by<PostEvent>('eleni', published, { type: 'PostRevised', data: revised(ann) });
    const other = { uid: 'other-ann', name: 'Ann' };
    const command = { type: 'RevisePost', actor: 'eleni' } as const;
    given(post, events)
      .when({ ...command, ...revised(ann) })
      .decides();
    given(post, events)
      .when({ ...command, ...revised(other) })
      .decides({ type: 'PostRevised', data: revised(other) });
  });
});

describe('a photo of a post', () => {
  const photo = { id: 'p1', sizes: [{ width: 320, height: 240 }], placeholder: '', alt: '' };
  const at = (source?: string): PostText => ({
    title: 'Salad',
    body: { type: 'image', content: '', photos: [{ ...photo, ...(source && { source }) }] },
  });
  const [first, second] = ['https://one.example/salad.jpg', 'https://two.example/salad.jpg'];
  const revise = (source?: string): PostCommand => ({ type: 'RevisePost', actor: 'eleni', ...at(source) });
  const existing = given(post, by<PostEvent>('eleni', { type: 'PostPublished', data: at(first) }));

  it('keeps its source when a revision names it by its id', () => {
    existing.when(revise()).decides();
  });
  it('has no source if it replaces one of another photo', () => {
    const photos = [{ ...photo, id: 'p2' }];
    const replaced: PostText = { title: 'Salad', body: { type: 'image', content: '', photos } };
    existing.when({ type: 'RevisePost', actor: 'eleni', ...replaced }).decides({ type: 'PostRevised', data: replaced });
  });
  it('gets the address from which it was fetched last', () => {
    existing.when(revise(second)).decides({ type: 'PostRevised', data: at(second) });
  });
});

describe('revising a long post', () => {
  const long = `${'x'.repeat(communityLimits.excerpt - 1)} and the end`;
  const revise = (content: string): PostCommand => ({
    type: 'RevisePost',
    actor: 'eleni',
    title: 'Another title',
    body: { type: 'text', content },
  });
  const givenContent = (content: string) =>
    given(post, by('eleni', { type: 'PostPublished', data: { title: 'Salad', body: { type: 'text', content } } }));
  const revised = (content: string): PostEvent => ({
    type: 'PostRevised',
    data: { title: 'Another title', body: { type: 'text', content } },
  });

  it('is refused with the excerpt that a feed shows, with and without trailing space', () => {
    const shown = toExcerpt({ content: long }).content;
    expect(shown).toMatch(/ $/);
    givenContent(long).when(revise(shown)).refused('POST_CONTENT_CUT');
    givenContent(long).when(revise(shown.trim())).refused('POST_CONTENT_CUT');
  });
  it('records the whole content, and a shorter one', () => {
    for (const content of [long, long.slice(0, 800), '']) {
      givenContent(long).when(revise(content)).decides(revised(content));
    }
  });
  it('accepts content exactly as long as an excerpt', () => {
    const whole = 'x'.repeat(communityLimits.excerpt);
    givenContent(whole).when(revise(whole)).decides(revised(whole));
  });
  it('compares with the last revision', () => {
    const other = 'y'.repeat(communityLimits.excerpt + 1);
    const history = [
      ...by('eleni', published),
      ...by<PostEvent>('eleni', {
        type: 'PostRevised',
        data: { title: 'Salad', body: { type: 'text', content: other } },
      }),
    ];
    given(post, history)
      .when(revise(other.slice(1)))
      .refused('POST_CONTENT_CUT');
    given(post, history).when(revise(long)).decides(revised(long));
  });
});

describe('deleting a post', () => {
  it('is allowed only for the author', () => {
    given(post, by('eleni', published)).when({ type: 'DeletePost', actor: 'sam' }).refused('NOT_THE_AUTHOR');
  });
  it('refuses all later commands', () => {
    const deleted = [...by('eleni', published), ...by<PostEvent>('eleni', { type: 'PostDeleted', data: {} })];
    for (const command of [
      { type: 'Like', actor: 'sam' },
      { type: 'AddComment', commentId: 'c1', text: 'Late' },
      { type: 'RevisePost', actor: 'eleni', title: 'Back', body },
      { type: 'DeletePost', actor: 'eleni' },
    ] satisfies PostCommand[]) {
      given(post, deleted).when(command).refused('POST_NOT_FOUND');
    }
  });
});

describe('liking a post', () => {
  it('toggles for each user separately', () => {
    const history = [...by('eleni', published), ...by('sam', liked)];
    given(post, history).when({ type: 'Like', actor: 'mia' }).decides(liked);
    given(post, history).when({ type: 'Like', actor: 'sam' }).decides({ type: 'PostUnliked', data: {} });
  });
  it('sets the requested state, and records nothing if it is set already', () => {
    const history = [...by('eleni', published), ...by('sam', liked)];
    given(post, history).when({ type: 'Like', actor: 'sam', liked: true }).decides();
    given(post, history).when({ type: 'Like', actor: 'sam', liked: false }).decides({ type: 'PostUnliked', data: {} });
    given(post, history).when({ type: 'Like', actor: 'mia', liked: true }).decides(liked);
    given(post, history).when({ type: 'Like', actor: 'mia', liked: false }).decides();
  });
  it('requires a post', () => {
    given(post, []).when({ type: 'Like', actor: 'mia' }).refused('POST_NOT_FOUND');
  });
});

describe('liking a comment', () => {
  it('toggles the like of its user, and nobody else', () => {
    const [commentLiked, commentUnliked] = (['CommentLiked', 'CommentUnliked'] as const).map(
      (type): PostEvent => ({ type, data: { commentId: 'c1' } }),
    );
    if (!commentLiked || !commentUnliked) throw new Error('Both are events');
    const like = (actor: string): PostCommand => ({ type: 'LikeComment', actor, commentId: 'c1' });
    const history = [...by('eleni', published), ...by('sam', comment), ...by('mia', commentLiked)];
    given(post, history).when(like('mia')).decides(commentUnliked);
    given(post, history).when(like('sam')).decides(commentLiked);
    given(post, [...history, ...by('mia', commentUnliked)])
      .when(like('mia'))
      .decides(commentLiked);
  });
});

describe('commenting', () => {
  it('trims the text, and refuses a blank one', () => {
    const existing = given(post, by('eleni', published));
    existing.when({ type: 'AddComment', commentId: 'c1', text: ' Lovely ' }).decides(comment);
    existing.when({ type: 'AddComment', commentId: 'c1', text: ' \t ' }).refused('COMMENT_BLANK');
    given(post, [...by('eleni', published), ...by('sam', comment)])
      .when({ type: 'AddComment', commentId: 'c1', text: 'Again' })
      .refused('ID_IN_USE');
  });
  it('refuses the id of a deleted comment, with or without replies', () => {
    const reply: PostEvent = { type: 'CommentAdded', data: { commentId: 'c2', text: 'Thanks', replyTo: 'c1' } };
    const deleted: PostEvent = { type: 'CommentDeleted', data: { commentId: 'c1' } };
    const history = [...by('eleni', published), ...by('sam', comment), ...by('eleni', reply), ...by('sam', deleted)];
    given(post, history).when({ type: 'AddComment', commentId: 'c1', text: 'Mine now' }).refused('ID_IN_USE');
    given(post, [...by('eleni', published), ...by<PostEvent>('sam', comment, deleted)])
      .when({ type: 'AddComment', commentId: 'c1', text: 'Mine now' })
      .refused('ID_IN_USE');
  });
  it('began anew under the id of a deleted comment in earlier releases: in no thread, and liked by nobody', () => {
    const reply: PostEvent = { type: 'CommentAdded', data: { commentId: 'c2', text: 'Thanks', replyTo: 'c1' } };
    const again: PostEvent = { type: 'CommentAdded', data: { commentId: 'c2', text: 'Thank you' } };
    const deleted: PostEvent = { type: 'CommentDeleted', data: { commentId: 'c2' } };
    const likedReply: PostEvent = { type: 'CommentLiked', data: { commentId: 'c2' } };
    const list = given(post, [
      ...by<PostEvent>('eleni', published, comment, reply),
      ...by<PostEvent>('sam', likedReply, deleted, again),
    ]);
    list
      .when({ type: 'AddComment', commentId: 'c3', text: 'Welcome', replyTo: 'c2' })
      .decides({ type: 'CommentAdded', data: { commentId: 'c3', text: 'Welcome', replyTo: 'c2' } });
    list.when({ type: 'LikeComment', actor: 'sam', commentId: 'c2', liked: true }).decides(likedReply);
  });
  it('can be undone only by the author of the comment', () => {
    const history = [...by('eleni', published), ...by('sam', comment)];
    const remove = (actor: string): PostCommand => ({ type: 'DeleteComment', actor, commentId: 'c1' });
    given(post, history)
      .when(remove('sam'))
      .decides({ type: 'CommentDeleted', data: { commentId: 'c1' } });
    given(post, history).when(remove('eleni')).refused('NOT_THE_AUTHOR');
    given(post, by('eleni', published)).when(remove('sam')).refused('COMMENT_NOT_FOUND');
    const deleted = [...history, ...by<PostEvent>('sam', { type: 'CommentDeleted', data: { commentId: 'c1' } })];
    given(post, deleted).when(remove('sam')).refused('COMMENT_NOT_FOUND');
  });
});
