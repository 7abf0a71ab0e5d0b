/**
 * What may precede the sign of a hashtag or a mention, as part of a regular expression with the flag `u`: the start of the
 * text, a space, an opening bracket or quotation mark, most emoji, or Chinese and Japanese punctuation, which no space follows.
 */
export const beforeSign = String.raw`(?:^|[\s\p{Ps}\p{Pi}\p{So}\p{Sk}\uFE0F"'¿¡、。，！？：；・」』）】])`;

/** Characters of a word. Persian and Indian words may have joiners, which are not visible. */
export const wordCharacters = String.raw`[\p{L}\p{M}\p{N}_]+(?:[\u200C\u200D][\p{L}\p{M}\p{N}_]+)*`;
