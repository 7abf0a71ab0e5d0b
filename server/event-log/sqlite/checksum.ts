import { crc32 } from 'node:zlib';

/**
 * The checksum of a row, over all its fields: a CRC-32 as a signed number, which SQLite stores in 4 bytes. Finds damage
 * by a disk or by memory. It is no proof against people who can write to the file: the seals are.
 */
export const checksumOf = (
  position: number,
  stream: string,
  revision: number,
  id: string,
  type: string,
  record: string,
): number => crc32(`${position} ${revision} ${stream} ${id} ${type} ${record}`) | 0;
