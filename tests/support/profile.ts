/** Locators of the profile's screen. */
import type { Page } from 'playwright-core';

export const profileOn = (page: Page) => ({
  edit: page.getByRole('button', { name: 'Edit Profile' }),
  username: page.getByLabel('Username'),
  email: page.getByLabel('Email'),
  current: page.getByLabel('Current Password'),
  fresh: page.getByLabel('New Password', { exact: true }),
  confirmation: page.getByLabel('Confirm New Password'),
  photo: page.getByLabel('Photo', { exact: true }),
  save: page.getByRole('button', { name: 'Save Changes' }),
  cancel: page.getByRole('button', { name: 'Cancel' }),
});
