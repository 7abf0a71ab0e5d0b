import type { Quantity } from '../../../../server/core/contracts/quantities.ts';
import { withFractionSigns } from '../../../../server/core/contracts/scale-amount.ts';
import { amountText } from '../amount-text.ts';

/** "200 g", "1½ cups", "3", or an empty string. */
export const quantityText = ({ amount, unit }: Quantity): string =>
  amountText({ amount: withFractionSigns(amount), unit });
