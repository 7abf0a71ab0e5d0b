import type { Quantity } from '../../server/core/contracts/quantities.ts';

/** "500 g", "6", "bunch", or an empty string. */
export const quantityOf = ({ amount, unit }: Quantity): string => [amount, unit].filter(Boolean).join(' ');
