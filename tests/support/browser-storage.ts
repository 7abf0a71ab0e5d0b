/** An empty storage like the browser's: its keys are its own properties. */
export function browserStorage() {
  const methods = {
    getItem: (key: string): string | null => Reflect.get(stored, key) ?? null,
    setItem: (key: string, value: string) => void Reflect.set(stored, key, value),
    removeItem: (key: string) => void Reflect.deleteProperty(stored, key),
  };
  const stored: Record<string, string> & typeof methods = Object.create(methods);
  return stored;
}
