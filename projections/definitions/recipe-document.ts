/** The stored form of recipes, shared by the projection and the routes. */
import type { BasedOn, Recipe, RecipeCard } from '../../server/core/contracts/recipes.ts';
import type { Revision } from '../../server/core/contracts/shared.ts';
import { embedLink } from '../../server/core/contracts/youtube-address.ts';
import type { RecipeMedia, RecipePicture, RecipeText } from '../../server/core/domain/recipe/events.ts';
import { dishes } from './dishes.ts';
import { renditionsOf } from './photos.ts';

export interface Publication {
  readonly revision: Revision;
  readonly authorId: string;
  readonly authorName: string;
  readonly createdAt: string;
  readonly basedOn?: BasedOn | undefined;
}

/** A recipe as readers see it. */
export function toRecipe(
  id: string,
  written: RecipeText,
  { revision, authorId, authorName, createdAt, basedOn }: Publication,
): Recipe {
  const { title, author, media, description, cookingTime, servings, cuisine, difficulty } = written;
  return {
    id,
    revision,
    title,
    author: author ?? authorName,
    authorId,
    credited: author !== null,
    ...videoUrls(media),
    ...pictureUrls(media.picture),
    ...wholePicturesOf(media),
    ...photoOf(media),
    description,
    cuisine,
    ...(cookingTime !== null && { cookingTime }),
    ...(servings !== null && { servings }),
    ...(difficulty !== null && { difficulty }),
    createdAt,
    ingredients: written.ingredients,
    instructions: written.instructions,
    ...(basedOn && { basedOn }),
  };
}

function videoUrls(media: RecipeMedia): Pick<Recipe, 'type' | 'youtubeUrl' | 'tiktokUrl'> {
  const { type } = media;
  switch (type) {
    case 'image':
      return { type };
    case 'youtube':
      return { type, youtubeUrl: embedLink(media.youtubeId) };
    case 'tiktok':
      return { type, tiktokUrl: `https://www.tiktok.com/embed/v2/${media.tiktokId}` };
  }
}

/** The URLs of a picture. */
export function pictureUrls(picture: RecipePicture | null): Pick<Recipe, 'imageUrl' | 'pictures'> {
  switch (picture?.from) {
    case undefined:
      return {};
    case 'web':
      return { imageUrl: picture.url };
    case 'art': {
      const dish = dishes[picture.name];
      const widest = dish?.whole.at(-1);
      return dish && widest ? { imageUrl: widest.url, pictures: [...dish.cards] } : {};
    }
    case 'upload': {
      const pictures = renditionsOf(picture);
      const widest = pictures.at(-1);
      return widest ? { imageUrl: widest.url, pictures } : {};
    }
  }
}

function wholePicturesOf({ picture }: RecipeMedia): Pick<Recipe, 'wholePictures'> {
  const dish = picture?.from === 'art' ? dishes[picture.name] : undefined;
  return dish ? { wholePictures: [...dish.whole] } : {};
}

function photoOf({ picture }: RecipeMedia): Pick<Recipe, 'photo'> {
  if (picture?.from !== 'upload') return {};
  const { id, alt, placeholder, source } = picture;
  return { photo: { id, alt, placeholder, ...(source !== undefined && { source }) } };
}

/** What a card shows of a recipe. */
export const cardOf = ({
  wholePictures: _wholePictures,
  description: _description,
  servings: _servings,
  difficulty: _difficulty,
  ingredients: _ingredients,
  instructions: _instructions,
  basedOn: _basedOn,
  hidden: _hidden,
  ...card
}: Recipe): RecipeCard => card;
