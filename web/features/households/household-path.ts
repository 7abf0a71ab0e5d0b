export const householdPath = (id: string): string => `/households/${id}`;
