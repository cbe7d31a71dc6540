/** Variables with secrets of carry that no program which it starts gets; each value has "secret". */
export const SECRET_ENV = {
  CARRY_API_KEY: "secret-1",
  CARRY_API_KEY_FILE: "/secret-2",
  AWS_SECRET_ACCESS_KEY: "secret-3",
  AWS_SESSION_TOKEN: "secret-4",
} as const;
