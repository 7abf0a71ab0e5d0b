/** The introduction of the API documentation. Markdown. */
export const introduction = `
Recipes, playlists and a community for everyone; a grocery list and a meal plan for each account.
Requests and responses are JSON.

## Authentication

A call acts for the user of its token: \`Authorization: Bearer <ID token>\`. An expired or invalid token is refused even
where none is required. An id in a path or a body only names the list or plan; the token must be its owner's.

## Collections

A collection returns \`{items, nextCursor}\`; \`nextCursor\` is the \`cursor\` of the next page, and null at the end.

## Writes

A write returns when reads show it, or after 2 s: it is recorded in either case. With an \`Idempotency-Key\` it may be repeated,
whatever the outcome of the first attempt. A key belongs to one request of its user: with another method, address or body it is
refused as \`IDEMPOTENCY_KEY_REUSED\`. \`Potluck-Position\` is the write's position in the log; a read from another client that
must include the write sends it as \`Potluck-At-Least\`.

Only visible text is recorded: control characters and lone surrogates are removed, titles and names are joined into one line,
and a text without visible characters counts as blank.

## Errors

\`{statusCode, code, error, message}\`: \`code\` is stable and for programs, \`message\` is for users. An additional \`field\` is
the path of the one invalid property of the body, such as \`ingredients/2/name\`. Nothing has been written, except possibly at
503: repeat the call with the same \`Idempotency-Key\`. Data that is not valid HTTP gets 400, 408 (the headers took over 15 s to
arrive, or the whole request over 30 s) or 431 (the headers are over 16 kB).

A body requires a \`Content-Length\`, and counts as one more request for each 2 KiB.
`.trim();

/** The cause of an error response, by its status. */
export const errorCauses: Readonly<Record<number, string>> = {
  400: 'The address, the JSON or the form cannot be parsed, or an id is missing',
  401: 'No token, or an expired or invalid one',
  403: "Owned by another user; with embedded accounts also a call from outside the server's own machine",
  404: 'Does not exist, or is not visible to this user',
  409: 'The current state does not allow the call',
  411: 'A chunked body, without a `Content-Length`',
  413: 'A body over the limit of its call, which follows from the limits of its fields',
  415: 'A body of an unsupported type',
  422: 'An invalid body, query or header: wrong types, unknown fields, blank or too long text, a reused key',
  429: 'Too many calls in a short time',
  500: 'An error in the server; its log has the details',
  501: 'Not configured on this server',
  503: 'A required service is unavailable for now, or the server is still starting',
  504: 'Another service took too long',
};
