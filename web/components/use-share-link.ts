import { useEffect, useState } from 'react';
import { notify } from '../lib/notices.ts';

const confirmationMs = 4_000;

export interface SharedLink {
  title: string;
  url: string;
  /** Shown if the link cannot be copied. */
  failure: string;
}

/** Shares a link with the device's share dialog, or else copies it to the clipboard. `isCopied` is true for 4 s after that. */
export function useShareLink({ title, url, failure }: SharedLink) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setIsCopied(false), confirmationMs) : undefined;
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setIsCopied(true);
    } catch {
      notify.error(failure);
    }
  };
  const share = async () => {
    if (!navigator.canShare?.({ url })) return copy();
    try {
      await navigator.share({ title, url });
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError';
      if (!isCancelled) notify.error(failure);
    }
  };
  return { isCopied, copy, share };
}
