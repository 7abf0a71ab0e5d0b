import { type Static, Type } from 'typebox';
import { pictureLimits } from './limits.ts';

export const PictureId = Type.String({
  pattern: '^[0-9a-f]{40}$',
  description: 'The id of an uploaded picture, derived from its content',
});

/** A rendition of a picture. The content at its address never changes. */
export const Picture = Type.Object({
  url: Type.String(),
  width: Type.Integer({ description: 'px' }),
  height: Type.Integer({ description: 'px' }),
});
export type Picture = Static<typeof Picture>;

const placeholder = Type.String({
  description: 'A blurred miniature as a data URL, to show until the picture has loaded',
});
const alt = Type.String({ description: 'What the picture shows, for people who do not see it; may be empty' });
const renditions = Type.Array(Picture, { description: 'Narrowest first, all with the same aspect ratio' });

const source = Type.Optional(
  Type.String({ description: 'The address that it was fetched from; missing if its author uploaded it' }),
);

/** An uploaded picture that nothing shows yet. */
export const StoredPicture = Type.Object({ id: PictureId, pictures: renditions, placeholder });
export type StoredPicture = Static<typeof StoredPicture>;

/** An uploaded picture in a post or comment. */
export const Photo = Type.Object({ id: PictureId, alt, placeholder, source, pictures: renditions });
export type Photo = Static<typeof Photo>;

/** The uploaded picture of a recipe, whose renditions are the recipe's `pictures`. */
export const RecipePhoto = Type.Object({ id: PictureId, alt, placeholder, source });
export type RecipePhoto = Static<typeof RecipePhoto>;

/** An uploaded picture in a form. */
export const PhotoForm = Type.Object(
  { id: PictureId, alt: Type.Optional(Type.String({ maxLength: pictureLimits.alt })) },
  { additionalProperties: false },
);
export type PhotoForm = Static<typeof PhotoForm>;

/** The body of the import of a picture. */
export const PictureImport = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: pictureLimits.url, description: 'Of a picture on the internet' }) },
  { additionalProperties: false },
);

/** Which picture at an address, and how wide. */
export const AddressedPictureQuery = Type.Object({
  url: Type.Optional(Type.String({ maxLength: pictureLimits.url, description: 'Of the picture on the other site' })),
  width: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 9_999,
      description: 'In px: a rendition that is at least as wide, if there is one',
    }),
  ),
});

export const PicturePath = Type.Object({
  picture: PictureId,
  width: Type.String({ pattern: '^[1-9][0-9]{0,3}$', description: 'Of the rendition, in px' }),
});
