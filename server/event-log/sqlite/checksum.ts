import { crc32 } from 'node:zlib';
import type { OfRow } from './record.ts';

/** An odd number: each revision changes the checksum. */
const revisionFactor = 0x9e3779b1;
const typeFactor = 2 ** 32;
/** 14 bits: with the mark, a checksum has 47, which SQLite stores in 6 bytes. */
const typeMask = 0x3fff;
/** Set in all checksums but the earliest, which are numbers of 32 bits. */
const mark = 2 ** 46;

/**
 * The checksum of a row. Its lower 32 bits are a CRC-32 of all fields, beginning with a number made of the position and
 * the revision, because writing numbers as text costs as much as the rest. The 14 bits above them are of the type and the
 * position only. They cost little to check, and suffice for a row that a filter leaves out.
 * Finds damage by a disk or by memory. It is no proof against people who can write to the file: the seals are.
 */
export const checksumOf: OfRow<number> = (position, stream, revision, id, type, record) =>
  mark +
  typeBits(position, crc32(type)) * typeFactor +
  crc32(`${stream} ${id} ${type} ${record}`, (position + Math.imul(revision, revisionFactor)) >>> 0);

/** The checksum of a row as the first release with checksums wrote it: a signed number of 32 bits. */
export const earliestChecksumOf: OfRow<number> = (position, stream, revision, id, type, record) =>
  crc32(`${position} ${revision} ${stream} ${id} ${type} ${record}`) | 0;

export const isEarliest = (checksum: number): boolean => checksum < mark;

/** Whether a checksum was made for a type, given as its CRC-32, at a position. The earliest ones do not say. */
export const hasChecksumOfType = (checksum: number, position: number, typeCrc: number): boolean =>
  Math.floor((checksum - mark) / typeFactor) === typeBits(position, typeCrc);

const typeBits = (position: number, typeCrc: number): number => (position + typeCrc) & typeMask;
