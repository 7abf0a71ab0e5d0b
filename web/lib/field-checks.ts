/** What is wrong with which field of a draft. */
export type FieldErrors<Draft> = { readonly [Field in keyof Draft]?: string | undefined };

export const missing = (value: string, message: string): string | undefined => (value.trim() ? undefined : message);

/** As browsers check a field of type email, roughly: the provider has the last word. */
export function emailProblem(email: string): string | undefined {
  if (!email.trim()) return 'Enter your email';
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : 'Enter an email address, like mia@example.org';
}
