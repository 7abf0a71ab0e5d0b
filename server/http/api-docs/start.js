// A module, so that it runs once the bundle before it is there.
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

globalThis.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  // An operation that is open has an address of its own.
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  // Where this server is, a validator elsewhere cannot reach it.
  validatorUrl: 'none',
});
