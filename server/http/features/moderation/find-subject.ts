import { commentsModel, type HiddenComment } from '../../../../projections/definitions/comments.ts';
import type { ContentDocument, PostDocument } from '../../../../projections/definitions/post-document.ts';
import { profilesModel } from '../../../../projections/definitions/profiles.ts';
import type { ReadModels } from '../../../../projections/definitions/read-models.ts';
import { recipesModel } from '../../../../projections/definitions/recipes.ts';
import { type PlaylistDocument, playlistsModel } from '../../../../projections/definitions/stored-playlists.ts';
import { postsModel } from '../../../../projections/definitions/stored-posts.ts';
import type { ReadModelReader, StoredDocument } from '../../../../projections/read-models/read-model-store.ts';
import type { Comment } from '../../../core/contracts/community.ts';
import type { Recipe } from '../../../core/contracts/recipes.ts';
import { isId } from '../../../core/contracts/shared.ts';
import { truncate } from '../../../core/contracts/truncate.ts';
import type { Subject } from '../../../core/domain/moderation/events.ts';
import { personIn } from '../../writing/authors.ts';

export type ModeratedModels = Pick<ReadModels, 'posts' | 'recipes' | 'recipeReactions' | 'playlists' | 'profiles'>;

export interface CaseModels extends ModeratedModels {
  readonly moderation: ReadModelReader;
}

/** A thing as moderators and its author see it. */
export interface FoundSubject {
  readonly authorId: string;
  readonly title: string;
  readonly text: string;
  readonly imageUrl?: string | undefined;
  /** The address of its page. */
  readonly path: string;
  /** Whether everybody can read it, so that it can be reported. */
  readonly isPublic: boolean;
  /** Its author alone may read it, so that moderators are not shown what it says now. */
  readonly isPrivate?: boolean;
  /** Of a comment: whether its author may read what it is about, whose title and path are in those of the comment. */
  readonly isParentReadable?: boolean;
}

const maxExcerpt = 80;

/** The text of a comment, which has no title, in place of one. */
export const excerptOf = (text: string): string => truncate(text, maxExcerpt);

/** Undefined if it does not exist, or was removed. @throws ReadModelUnavailable */
export async function findSubject(models: ModeratedModels, subject: Subject): Promise<FoundSubject | undefined> {
  const { kind, id } = subject;
  if (kind !== 'person' && kind !== 'works' && !isId(id)) return undefined;
  switch (kind) {
    case 'post':
      return findPost(models.posts, id);
    case 'recipe':
      return findRecipe(models.recipes, id);
    case 'playlist':
      return findPlaylist(models.playlists, id);
    case 'person':
      return findPerson(models.profiles, id);
    case 'works': {
      const person = await findPerson(models.profiles, id);
      return person && { ...person, title: `All that ${person.title} has published` };
    }
    case 'postComment': {
      const post = await findPost(models.posts, id);
      const comment = post && (await findComment(models.posts, subject));
      return comment && commentOn(post, comment);
    }
    case 'recipeComment': {
      const recipe = await findRecipe(models.recipes, id);
      const comment = recipe && (await findComment(models.recipeReactions, subject));
      return comment && commentOn(recipe, comment);
    }
  }
}

type FoundComment = Pick<FoundSubject, 'authorId' | 'text' | 'isPublic'>;

const commentOn = (parent: FoundSubject, comment: FoundComment): FoundSubject => ({
  ...comment,
  title: `Comment on ${parent.title}`,
  path: parent.path,
  isPublic: comment.isPublic && parent.isPublic,
  isParentReadable: parent.isPublic || parent.authorId === comment.authorId,
});

/** Of two collections, of which one has the document. */
async function eitherOf(model: ReadModelReader, collections: readonly [string, string], id: string) {
  const [visible, hidden] = await Promise.all(collections.map((collection) => model.get(collection, id)));
  return { document: visible ?? hidden, isPublic: visible !== undefined };
}

const parse = <Document>({ json }: StoredDocument): Document => JSON.parse(json);

async function findPost(posts: ReadModelReader, id: string): Promise<FoundSubject | undefined> {
  const collections = [postsModel.posts, postsModel.hiddenPosts] as const;
  const [{ document, isPublic }, content] = await Promise.all([
    eitherOf(posts, collections, id),
    eitherOf(posts, collections, postsModel.contentOf(id)),
  ]);
  if (!document) return undefined;
  const post = parse<PostDocument>(document);
  const whole = content.document && parse<ContentDocument>(content.document);
  const { authorId, title, imageUrl, photos } = post;
  const text = whole?.content ?? post.content;
  return {
    authorId,
    title,
    text,
    imageUrl: imageUrl ?? photos?.[0]?.pictures[0]?.url,
    path: `/community/${id}`,
    isPublic,
  };
}

async function findRecipe(recipes: ReadModelReader, id: string): Promise<FoundSubject | undefined> {
  const { document, isPublic } = await eitherOf(recipes, [recipesModel.recipes, recipesModel.hiddenRecipes], id);
  if (!document) return undefined;
  const { authorId, title, description, ingredients, instructions, pictures, imageUrl } = parse<Recipe>(document);
  const lines = ingredients.map(({ amount, unit, name }) => [amount, unit, name].filter(Boolean).join(' '));
  const text = [description, lines.join('\n'), instructions.join('\n')].filter(Boolean).join('\n\n');
  return { authorId, title, text, imageUrl: pictures?.[0]?.url ?? imageUrl, path: `/recipe/${id}`, isPublic };
}

async function findPlaylist(playlists: ReadModelReader, id: string): Promise<FoundSubject | undefined> {
  const collections = [playlistsModel.playlists, playlistsModel.hiddenPlaylists] as const;
  const { document, isPublic } = await eitherOf(playlists, collections, id);
  if (!document) return undefined;
  const { ownerId, name, description, recipes, isPrivate } = parse<PlaylistDocument>(document);
  return {
    authorId: ownerId,
    title: name,
    text: description,
    imageUrl: recipes[0]?.pictures?.[0]?.url ?? recipes[0]?.imageUrl,
    path: `/playlists/${ownerId}/${id}`,
    isPublic: isPublic && !isPrivate,
    isPrivate,
  };
}

async function findPerson(profiles: ReadModelReader, uid: string): Promise<FoundSubject | undefined> {
  const document = await profiles.get(profilesModel.profiles, uid);
  if (!document) return undefined;
  const { name, avatar } = personIn(document);
  return {
    authorId: uid,
    title: name,
    text: '',
    imageUrl: avatar ?? undefined,
    path: `/people/${uid}`,
    isPublic: true,
  };
}

type OfComment = Extract<Subject, { commentId: string }>;

async function findComment(model: ReadModelReader, { id, commentId }: OfComment): Promise<FoundComment | undefined> {
  const key = commentsModel.commentKey(id, commentId);
  const [visible, hidden] = await Promise.all([
    model.get(commentsModel.comments, key),
    model.get(commentsModel.hiddenComments, key),
  ]);
  const comment = visible ? parse<Comment>(visible) : hidden && parse<HiddenComment>(hidden).comment;
  return comment && { authorId: comment.authorId, text: comment.text, isPublic: visible !== undefined };
}
