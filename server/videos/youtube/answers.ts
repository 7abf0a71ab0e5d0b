/** The fields that are read from the responses of the YouTube Data API v3. */
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const Thumbnail = Type.Object({ url: Type.String({ pattern: '^https://' }) });

export const VideoList = Type.Object({
  items: Type.Array(
    Type.Object({
      snippet: Type.Object({
        title: Type.String(),
        channelTitle: Type.String(),
        description: Type.Optional(Type.String()),
        thumbnails: Type.Optional(Type.Record(Type.String(), Thumbnail)),
      }),
    }),
  ),
});
export type VideoList = Static<typeof VideoList>;

export const CaptionList = Type.Object({ items: Type.Array(Type.Object({ id: Type.String({ minLength: 1 }) })) });
export type CaptionList = Static<typeof CaptionList>;

const Failure = Type.Object({
  error: Type.Object({ errors: Type.Array(Type.Object({ reason: Type.String({ pattern: '^\\w{1,60}$' }) })) }),
});

/** The API's stable reason for an error, such as `quotaExceeded`; undefined if the response has none. */
export function reasonOf(body: string): string | undefined {
  const value = parseJson(body);
  return Value.Check(Failure, value) ? value.error.errors[0]?.reason : undefined;
}

export const videosOf = (body: string): VideoList | undefined => {
  const value = parseJson(body);
  return Value.Check(VideoList, value) ? value : undefined;
};

export const captionsOf = (body: string): CaptionList | undefined => {
  const value = parseJson(body);
  return Value.Check(CaptionList, value) ? value : undefined;
};

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
