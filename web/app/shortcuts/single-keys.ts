import { createDeviceSetting } from '../../lib/device-setting.ts';

/**
 * Whether shortcuts without Command or Control work on this device. They can be switched off, since dictation and other
 * aids press single keys: see WCAG 2.2, 2.1.4.
 */
export const singleKeysOn = createDeviceSetting(
  'potluck.single-key-shortcuts',
  // Earlier releases stored the word.
  (stored) => (stored === 'off' ? false : typeof stored === 'boolean' ? stored : undefined),
  true,
  { staysAfterSignOut: true },
);
