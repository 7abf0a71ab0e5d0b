/** All promises that can settle without a timer have settled. */
export const settled = () => new Promise(setImmediate);
