/** The error text of each invalid field of a draft. */
export type FieldErrors<Draft> = { readonly [Field in keyof Draft]?: string | undefined };

export const requiredProblem = (value: string, message: string): string | undefined =>
  value.trim() ? undefined : message;

/** Roughly the browsers' check of a field of type email. The final check is the provider's. */
export function emailProblem(email: string): string | undefined {
  if (!email.trim()) return 'Enter your email';
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : 'Enter an email address, like mia@example.org';
}
