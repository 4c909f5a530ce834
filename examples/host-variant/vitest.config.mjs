// Without it, vitest would take the configuration of the folders above.
export default {};
