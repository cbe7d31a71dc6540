/* Required before a program: for it, time stands still at TEST_NOW, milliseconds since the epoch. */
const now = Number(process.env.TEST_NOW);
Date.now = () => now;
