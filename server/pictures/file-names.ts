/** The names of a picture's files in its store: its renditions, and what is known about it. */
import { createHash } from 'node:crypto';

const id = '[0-9a-f]{40}';
const name = new RegExp(`^${id}(?:-[1-9][0-9]{0,3}\\.webp|\\.json)$`);
const rendition = new RegExp(`^(${id})-[1-9][0-9]{0,3}\\.webp$`);
const info = new RegExp(`^(${id})\\.json$`);

export const renditionName = (picture: string, widthPx: number): string => `${picture}-${widthPx}.webp`;
export const infoName = (picture: string): string => `${picture}.json`;

/** Whether a file of the store belongs to a picture. */
export const isPictureFile = (file: string): boolean => name.test(file);
/** The id in the name of the file with what is known about a picture; undefined for any other file. */
export const idInInfoName = (file: string): string | undefined => info.exec(file)?.[1];
/** The id in the name of a rendition; undefined for any other file. */
export const idInRenditionName = (file: string): string | undefined => rendition.exec(file)?.[1];

/** The id of the picture at an address that an event names in place of an uploaded one. No content has the same id. */
export const addressedPictureId = (address: string): string =>
  createHash('sha256').update(`picture at ${address}`).digest('hex').slice(0, 40);
