// Placeholder until the first file of Pictures stands.
