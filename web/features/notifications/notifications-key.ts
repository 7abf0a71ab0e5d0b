/** Of the list of notifications; the uid of the reader follows. */
export const notificationsKey: readonly string[] = ['notifications'];
