import type { Comment, Post } from '../../core/contracts/community.ts';
import type { Photo } from '../../core/contracts/pictures.ts';
import { posterAddress, youtubeIdOf } from '../../core/contracts/youtube-address.ts';

type Shown = Omit<Post, 'likedByMe'>;

/** The address of the widest rendition. */
const widest = ({ pictures }: Photo): string | undefined => pictures.at(-1)?.url;

/** The address of the picture that stands for a post. */
export function pictureOf({ photos = [], imageUrl, youtubeUrl }: Shown): string | undefined {
  const [photo] = photos.flatMap((each) => widest(each) ?? []);
  return photo ?? imageUrl ?? (youtubeUrl && posterOf(youtubeUrl));
}

function posterOf(youtubeUrl: string): string | undefined {
  const id = youtubeIdOf(youtubeUrl);
  return id && posterAddress(id);
}

/**
 * A post as structured data: https://schema.org/DiscussionForumPosting, with the properties that search engines ask for.
 * @param post with its whole content
 * @param absolute the absolute form of an address of this site
 */
export function postJsonLd(post: Shown, absolute: (address: string) => string): object {
  const { id, title, content, createdAt, photos = [], imageUrl, youtubeUrl, tags = [], comments } = post;
  const poster = youtubeUrl && posterOf(youtubeUrl);
  // The address of a picture elsewhere is that of its photo, once the server has fetched it.
  const images = [...new Set([...photos.map(widest), imageUrl])].filter((address) => address !== undefined);
  const person = ({ authorId, authorName }: Pick<Shown, 'authorId' | 'authorName'>) => ({
    '@type': 'Person',
    name: authorName,
    url: absolute(`/people/${authorId}`),
  });
  const toComment = (comment: Comment) => ({
    '@type': 'Comment',
    text: comment.text,
    author: person(comment),
    datePublished: comment.createdAt,
  });
  return {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    headline: title,
    url: absolute(`/community/${id}`),
    author: person(post),
    datePublished: createdAt,
    ...(content.trim() !== '' && { text: content }),
    ...(images.length > 0 && { image: images.map(absolute) }),
    ...(youtubeUrl && {
      video: {
        ...{ '@type': 'VideoObject', name: title, embedUrl: youtubeUrl, uploadDate: createdAt },
        ...(poster && { thumbnailUrl: poster }),
      },
    }),
    ...(tags.length > 0 && { keywords: tags.join(', ') }),
    interactionStatistic: [counter('LikeAction', post.likeCount), counter('CommentAction', post.commentCount)],
    commentCount: post.commentCount,
    ...(comments.length > 0 && { comment: comments.map(toComment) }),
  };
}

const counter = (type: 'LikeAction' | 'CommentAction', count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${type}`,
  userInteractionCount: count,
});
