/** Bytes at the start of a page in which its encoding is declared (HTML standard, section 13.2.3.2). */
const prescanBytes = 1_024;

/** The text of a page in the encoding of its byte order mark, its header, or its own declaration; else UTF-8. */
export function decodePage(body: Uint8Array, charset: string | undefined): string {
  const start = new TextDecoder('latin1').decode(body.subarray(0, prescanBytes));
  const declared = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(start)?.[1];
  return new TextDecoder(markedEncoding(start) ?? knownEncoding(charset) ?? knownEncoding(declared) ?? 'utf-8').decode(
    body,
  );
}

function markedEncoding(start: string): string | undefined {
  if (start.startsWith('\u00EF\u00BB\u00BF')) return 'utf-8';
  if (start.startsWith('\u00FE\u00FF')) return 'utf-16be';
  return start.startsWith('\u00FF\u00FE') ? 'utf-16le' : undefined;
}

function knownEncoding(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
