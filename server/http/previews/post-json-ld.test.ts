import { expect, test } from 'vitest';
import { comment, post } from '../openapi/examples.ts';
import { pictureOf, postJsonLd } from './post-json-ld.ts';

const absolute = (address: string): string => new URL(address, 'https://potluck.example').href;
const { likedByMe: _, ...shown } = post;
const counter = (type: string, userInteractionCount: number) => ({
  ...{ '@type': 'InteractionCounter', interactionType: `https://schema.org/${type}`, userInteractionCount },
});

test('describes a post as schema.org does', () => {
  expect(postJsonLd({ ...shown, tags: ['bread', 'rye'] }, absolute)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    headline: 'Sourdough, day three',
    url: `https://potluck.example/community/${post.id}`,
    author: { '@type': 'Person', name: 'Mia', url: `https://potluck.example/people/${post.authorId}` },
    datePublished: '2026-11-18T17:45:00.000Z',
    text: 'It smells of apples now.',
    keywords: 'bread, rye',
    interactionStatistic: [counter('LikeAction', 12), counter('CommentAction', 1)],
    commentCount: 1,
    comment: [
      {
        '@type': 'Comment',
        text: 'How long does it keep?',
        author: { '@type': 'Person', name: 'Tom', url: `https://potluck.example/people/${comment.authorId}` },
        datePublished: '2026-11-18T18:05:00.000Z',
      },
    ],
  });
});

test('names the widest rendition of each photo, and the poster of a video', () => {
  const photos = ['a', 'b'].map((id) => ({
    id,
    alt: '',
    placeholder: '',
    pictures: [320, 640].map((width) => ({ url: `/pictures/${id}/${width}`, width, height: width })),
  }));
  const withPhotos = { ...shown, type: 'image' as const, content: ' ', photos };
  expect(pictureOf(withPhotos)).toBe('/pictures/a/640');
  const described = postJsonLd(withPhotos, absolute);
  expect(described).toMatchObject({
    image: ['https://potluck.example/pictures/a/640', 'https://potluck.example/pictures/b/640'],
  });
  expect(described).not.toHaveProperty('text');
  const youtubeUrl = 'https://www.youtube-nocookie.com/embed/LWuuCndtJr0';
  const poster = 'https://i.ytimg.com/vi/LWuuCndtJr0/hqdefault.jpg';
  expect(pictureOf({ ...shown, youtubeUrl })).toBe(poster);
  expect(postJsonLd({ ...shown, youtubeUrl }, absolute)).toMatchObject({
    video: { '@type': 'VideoObject', embedUrl: youtubeUrl, thumbnailUrl: poster },
  });
  expect(pictureOf(shown)).toBeUndefined();
});
