/** Said before all calls. Markdown. */
export const introduction = `
Recipes, playlists and a community for everybody; a grocery list and a meal plan for each account.
JSON in and out.

## Who asks

A call acts for the user of its token: \`Authorization: Bearer <ID token>\`. A token that is expired or not valid is refused
also where none is needed. An id in a path or a body only says whose list or plan is meant; the token has to be its owner's.

## Collections

A collection answers \`{items, nextCursor}\`; \`nextCursor\` is the next page's \`cursor\`, and null at the end.

## Writing

A write answers when reads show it, or after 2 s: it stands all the same. With an \`Idempotency-Key\` it may be sent again,
whatever became of the first time. The key is of one request of its user: with another method, address or body it is refused as
\`IDEMPOTENCY_KEY_REUSED\`. \`Potluck-Position\` says which place in the log it has; a read from elsewhere that has to
show it sends that as \`Potluck-At-Least\`.

Of a text, what can be seen is recorded: control characters and halves of characters are left out, titles and names are on
one line, and a text in which nothing can be seen counts as blank.

## Errors

\`{statusCode, code, error, message}\`: \`code\` is for programs and stays, \`message\` is for people; \`field\` besides is the
path of the one property of the body that is at fault, such as \`ingredients/2/name\`. Nothing has been written, except
perhaps at 503: send it again with the same \`Idempotency-Key\`. What is not readable as HTTP is answered with 400, 408 (its
headers took over 15 s to arrive, or all of it over 30 s) or 431 (its headers are over 16 kB).

A body needs a \`Content-Length\`. It counts as one request more for each 2 KiB.
`.trim();

/** When a call ends with an error of this status. */
export const meaningOf: Readonly<Record<number, string>> = {
  400: 'The address, the JSON or the form cannot be read, or an id is left out',
  401: 'No token, or one that is expired or not valid',
  403: "Somebody else's, or, with embedded accounts, not asked from the server's own machine",
  404: 'There is none, or none that may be known of',
  409: 'What is there does not allow it',
  411: 'A body in chunks, without a `Content-Length`',
  413: 'A body over the limit of its call, which follows from the limits of its fields',
  415: 'A body of a type that is not read here',
  422: 'A body, query or header that does not fit: wrong types, unknown fields, something blank or too long, a key that was used',
  429: 'Too much in too short a time',
  500: 'A mistake in the server; its log says more',
  501: 'Not set up on this server',
  503: 'Something that it needs is away for now, or the server is still starting',
  504: 'Another service took too long',
};
