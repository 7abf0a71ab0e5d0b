import type { ContentDocument, PostDocument } from '../../../projections/definitions/post-document.ts';
import { withWholeContent } from '../../../projections/definitions/post-document.ts';
import { recipesModel } from '../../../projections/definitions/recipes.ts';
import { type PlaylistDocument, playlistsModel } from '../../../projections/definitions/stored-playlists.ts';
import { postsModel } from '../../../projections/definitions/stored-posts.ts';
import type { ReadModelReader } from '../../../projections/read-models/read-model-store.ts';
import { recipePictureSet } from '../../core/contracts/picture-sizes.ts';
import type { Recipe } from '../../core/contracts/recipes.ts';
import { isId } from '../../core/contracts/shared.ts';
import { truncate } from '../../core/contracts/truncate.ts';
import { withTimeout } from '../../core/timing/with-timeout.ts';
import { toSchemaOrg } from '../../recipe-export/schema-org.ts';
import { pictureOf, postJsonLd } from './post-json-ld.ts';
import { type Preload, type Preview, previewTags } from './preview-tags.ts';

export interface PreviewedModels {
  readonly recipes: ReadModelReader;
  readonly playlists: ReadModelReader;
  readonly posts: ReadModelReader;
}

/** Finds the tags of a page by its path. @param origin of the page, such as `https://potluck.example` */
export type FindPreview = (path: string, origin: string) => Promise<string | undefined>;

/** A page without a preview is better than one that is late. */
const timeoutMs = 500;
const maxDescriptionLength = 200;

/** Whether a page may have a preview, by its path alone. */
export const mayHavePreview = (path: string): boolean => previewed.some((pattern) => pattern.test(path));

const recipePath = /^\/recipe\/([^/]+)\/?$/i;
const playlistPath = /^\/playlists\/[^/]+\/([^/]+)\/?$/i;
const postPath = /^\/community\/([^/]+)\/?$/i;
const previewed = [recipePath, playlistPath, postPath];

/** Undefined for what is unknown or not public, and while the read model is unavailable. */
export function createPreviews({ recipes, playlists, posts }: PreviewedModels): FindPreview {
  const find = async (path: string, origin: string): Promise<Preview | undefined> => {
    const absolute = (address: string): string => new URL(address, origin).href;
    const [, recipeId] = recipePath.exec(path) ?? [];
    if (recipeId !== undefined && isId(recipeId)) {
      const document = await recipes.get(recipesModel.recipes, recipeId);
      return document && ofRecipe(JSON.parse(document.json), absolute);
    }
    const [, postId] = postPath.exec(path) ?? [];
    if (postId !== undefined && isId(postId)) {
      const [post, content] = await posts.getMany(postsModel.posts, [postId, postsModel.contentOf(postId)]);
      return post && ofPost(JSON.parse(post.json), content && JSON.parse(content.json), absolute);
    }
    const [, playlistId] = playlistPath.exec(path) ?? [];
    if (playlistId === undefined || !isId(playlistId)) return undefined;
    const document = await playlists.get(playlistsModel.playlists, playlistId);
    return document && ofPlaylist(JSON.parse(document.json), absolute);
  };
  return async (path, origin) => {
    try {
      const preview = await withTimeout(find(path, origin), timeoutMs);
      return preview && previewTags(preview);
    } catch {
      return undefined;
    }
  };
}

function ofRecipe(recipe: Recipe, absolute: (address: string) => string): Preview {
  const { id, title, author, description, ingredients } = recipe;
  const listed = ingredients.map(({ name }) => name).join(', ');
  return {
    title,
    description: shortened(description || `By ${author}${listed && `: ${listed}`}`),
    url: absolute(`/recipe/${id}`),
    image: recipe.imageUrl && absolute(recipe.imageUrl),
    jsonLd: toSchemaOrg(recipe, absolute(`/recipe/${id}`)),
    shown: shownPicture(recipe),
  };
}

/** As `recipe-media.tsx` shows it. Undefined for a video, and for a picture of another site. */
function shownPicture(recipe: Recipe): Preload | undefined {
  const { type, imageUrl: src } = recipe;
  if (type !== 'image' || !src?.startsWith('/')) return undefined;
  return { src, ...recipePictureSet(recipe) };
}

function ofPlaylist(playlist: PlaylistDocument, absolute: (address: string) => string): Preview | undefined {
  const { id, ownerId, ownerName, name, description, recipes, isPrivate } = playlist;
  if (isPrivate) return undefined;
  const cover = recipes.find(({ imageUrl }) => imageUrl !== undefined)?.imageUrl;
  const titles = recipes.map(({ title }) => title).join(', ');
  return {
    title: name,
    description: shortened(description || `By ${ownerName}: ${titles}`),
    url: absolute(`/playlists/${ownerId}/${id}`),
    image: cover && absolute(cover),
  };
}

function ofPost(
  document: PostDocument,
  content: ContentDocument | undefined,
  absolute: (address: string) => string,
): Preview {
  const post = content ? withWholeContent(document, content) : document;
  const image = pictureOf(post);
  return {
    title: post.title,
    description: shortened(post.content.trim() || `By ${post.authorName}`),
    url: absolute(`/community/${post.id}`),
    image: image && absolute(image),
    imageAlt: post.photos?.[0]?.alt,
    jsonLd: postJsonLd(post, absolute),
  };
}

const shortened = (text: string): string => truncate(text.replaceAll(/\s+/g, ' '), maxDescriptionLength);
