// Placeholder until the first file of Screens stands.
