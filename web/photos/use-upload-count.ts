import { type Dispatch, type SetStateAction, useCallback } from 'react';

interface WithUploads {
  readonly sendingPhotos?: number;
}

/** Returns a function that writes to a draft how many photos are being uploaded for it. It is stable for each `change`. */
export const useUploadCount = <Draft extends WithUploads>(change: Dispatch<SetStateAction<Draft>>) =>
  useCallback(
    (sendingPhotos: number) =>
      change((current) => ((current.sendingPhotos ?? 0) === sendingPhotos ? current : { ...current, sendingPhotos })),
    [change],
  );
