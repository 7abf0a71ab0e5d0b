/** Signed notes by https://c2sp.org/signed-note, with Ed25519. */
import { createPrivateKey, createPublicKey, hash, type KeyObject, randomBytes, sign, verify } from 'node:crypto';

/** A public key, as in `potluck/1f0a77+c2a5d9f3+AbQ…`: name, key id in hexadecimal, algorithm and key in base64. */
export interface Verifier {
  readonly name: string;
  /** Four bytes in hexadecimal. */
  readonly keyId: string;
  readonly publicKey: KeyObject;
  /** The note verifier string. */
  readonly text: string;
}

export interface Signer {
  readonly verifier: Verifier;
  readonly privateKey: KeyObject;
  /** The note signer string: secret. */
  readonly text: string;
}

/** The message says what is wrong with a key, never the key. */
export class InvalidKey extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InvalidKey';
  }
}

const ed25519 = Buffer.of(1);
const keyBytes = 32;
/** What precedes the 32 bytes of a key in PKCS #8 and SPKI (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const spki = Buffer.from('302a300506032b6570032100', 'hex');

const keyIdOf = (name: string, publicKey: Buffer): string =>
  hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), ed25519, publicKey]), 'hex').slice(0, 8);

function verifierOf(name: string, publicBytes: Buffer): Verifier {
  const keyId = keyIdOf(name, publicBytes);
  return {
    name,
    keyId,
    publicKey: createPublicKey({ key: Buffer.concat([spki, publicBytes]), format: 'der', type: 'spki' }),
    text: `${name}+${keyId}+${Buffer.concat([ed25519, publicBytes]).toString('base64')}`,
  };
}

function signerOf(name: string, seed: Buffer): Signer {
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
  const publicBytes = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(spki.length);
  const verifier = verifierOf(name, publicBytes);
  const encoded = Buffer.concat([ed25519, seed]).toString('base64');
  return { verifier, privateKey, text: `PRIVATE+KEY+${name}+${verifier.keyId}+${encoded}` };
}

export const newSigner = (name: string): Signer => signerOf(name, randomBytes(keyBytes));

/** @throws InvalidKey */
export function parseSigner(text: string): Signer {
  const parts = /^PRIVATE\+KEY\+([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text.trim());
  const [, name = '', keyId, encoded = ''] = parts ?? [];
  const key = Buffer.from(encoded, 'base64');
  if (!parts || key.length !== 1 + keyBytes || key[0] !== 1) {
    throw new InvalidKey('it is not a private key of a signed note (PRIVATE+KEY+…) for Ed25519');
  }
  const signer = signerOf(name, key.subarray(1));
  if (signer.verifier.keyId !== keyId) throw new InvalidKey('the key id in it is not that of its key');
  return signer;
}

/** @throws InvalidKey */
export function parseVerifier(text: string): Verifier {
  const parts = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text.trim());
  const [, name = '', keyId, encoded = ''] = parts ?? [];
  const key = Buffer.from(encoded, 'base64');
  if (!parts || key.length !== 1 + keyBytes || key[0] !== 1) {
    throw new InvalidKey('it is not a public key of a signed note (name+id+key) for Ed25519');
  }
  const verifier = verifierOf(name, key.subarray(1));
  if (verifier.keyId !== keyId) throw new InvalidKey('the key id in it is not that of its key');
  return verifier;
}

export interface Signature {
  readonly name: string;
  readonly keyId: string;
  readonly signature: Buffer;
}

export interface Note {
  /** Ends with a newline. */
  readonly text: string;
  readonly signatures: readonly Signature[];
}

export function signNote(text: string, { verifier, privateKey }: Signer): string {
  const signature = sign(null, Buffer.from(text), privateKey);
  const encoded = Buffer.concat([Buffer.from(verifier.keyId, 'hex'), signature]).toString('base64');
  return `${text}\n— ${verifier.name} ${encoded}\n`;
}

/** Undefined if it is no signed note. */
export function parseNote(note: string): Note | undefined {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return undefined;
  const lines = note.slice(end + 2, -1).split('\n');
  const signatures: Signature[] = [];
  for (const line of lines) {
    const [, name, encoded] = /^— ([^\s+]+) ([A-Za-z0-9+/]+=*)$/.exec(line) ?? [];
    const bytes = Buffer.from(encoded ?? '', 'base64');
    if (name === undefined || bytes.length < 5) return undefined;
    signatures.push({ name, keyId: bytes.toString('hex', 0, 4), signature: bytes.subarray(4) });
  }
  return { text: note.slice(0, end + 1), signatures };
}

/** The known key that signed a note. `invalid`: a known key's signature is wrong; `unknown`: no known key signed it. */
export function verifyNote({ text, signatures }: Note, known: readonly Verifier[]): Verifier | 'invalid' | 'unknown' {
  let signedBy: Verifier | undefined;
  for (const { name, keyId, signature } of signatures) {
    const verifier = known.find((one) => one.name === name && one.keyId === keyId);
    if (verifier === undefined) continue;
    if (!verify(null, Buffer.from(text), verifier.publicKey, signature)) return 'invalid';
    signedBy ??= verifier;
  }
  return signedBy ?? 'unknown';
}
