/** The name under which the browser stores the timers. Apart from them, so that other screens need not load their code. */
export const timersKey = 'potluck.timers';
