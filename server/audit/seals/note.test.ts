import { describe, expect, test } from 'vitest';
import { parseCheckpoint, signCheckpoint } from './checkpoint.ts';
import { hashOfLeaf } from './merkle/hashes.ts';
import { newSigner, parseNote, parseSigner, parseVerifier, signNote, verifyNote } from './note.ts';

/** From the tests of golang.org/x/mod/sumdb/note. */
const peter = {
  signer: 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz',
  verifier: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  signature:
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
};

describe('a signed note', () => {
  test('has the keys and the signature of the Go implementation', () => {
    const signer = parseSigner(peter.signer);
    expect(signer.verifier.text).toBe(peter.verifier);
    expect(signNote(peter.text, signer)).toBe(`${peter.text}\n${peter.signature}`);
    expect(signer.text).toBe(peter.signer);
  });

  test('is verified by its key, whatever other keys signed it', () => {
    const signed = signNote(peter.text, parseSigner(peter.signer));
    const other = newSigner('witness.example');
    const cosigned = parseNote(signed + (signNote(peter.text, other).split('\n\n')[1] ?? ''));
    const key = parseVerifier(peter.verifier);
    if (!cosigned) throw new Error('Not a note');
    expect(cosigned.signatures).toHaveLength(2);
    expect(verifyNote(cosigned, [key])).toBe(key);
    expect(verifyNote(cosigned, [newSigner('PeterNeumann').verifier])).toBe('unknown');
    expect(verifyNote({ ...cosigned, text: cosigned.text.replace('answer', 'Answer') }, [key])).toBe('invalid');
  });

  test.each(['', 'text\n', 'text\n\n', 'text\n\n— name\n', 'text\n\n- name AAAAAAAA\n', 'text\n\n— name AAAAAAAAAA=='])(
    'is not %j',
    (text) => expect(parseNote(text)).toBeUndefined(),
  );

  test.each([
    ['no key', 'key'],
    ['the key of another algorithm', peter.signer.replace('+AYEK', '+AoEK')],
    ['another key id', peter.signer.replace('c74f20a3', 'c74f20a4')],
    ['a public key', peter.verifier],
  ])('is not signed with %s', (_what, text) => expect(() => parseSigner(text)).toThrow(/it is not|key id in it/));
});

describe('a checkpoint', () => {
  test('is the origin, the size and the root', () => {
    const signer = newSigner('potluck.example/log');
    const root = hashOfLeaf('root');
    const text = signCheckpoint(20_852_163, root, signer);
    expect(text.split('\n').slice(0, 4)).toEqual(['potluck.example/log', '20852163', root.toString('base64'), '']);
    expect(parseCheckpoint(text)).toMatchObject({ origin: 'potluck.example/log', size: 20_852_163, root, text });
    for (const wrong of [text.replace('208', '008'), text.replace(/\n[^\n]+\n\n/, '\nAAAA\n\n'), text.slice(0, -1)]) {
      expect(parseCheckpoint(wrong)).toBeUndefined();
    }
  });
});
